// SPDX-License-Identifier: GPL-2.0
/* Small string helpers, without a libc. */
#include <linux/kernel.h>

char *skip_spaces(const char *s)
{
	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	return (char *)s;
}

char *strim(char *s)
{
	size_t n;

	s = skip_spaces(s);
	n = strlen(s);
	while (n && skip_spaces(s + n - 1) != s + n - 1)
		s[--n] = 0;
	return s;
}

char *strstrip(char *s)
{
	return strim(s);
}

bool sysfs_streq(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (!*a || (*a == '\n' && !a[1])) && (!*b || (*b == '\n' && !b[1]));
}

/* Digits with an optional newline, as the kernel's. */
int kstrtoul(const char *s, unsigned int base, unsigned long *res)
{
	unsigned long v = 0;
	const char *p = s;

	base = base ? base : 10;
	for (; *p && *p != '\n'; p++) {
		unsigned int digit = *p >= '0' && *p <= '9' ? (unsigned int)(*p - '0') : 99;

		if (digit >= base)
			return -EINVAL;
		if (check_mul_overflow(v, base, &v) || check_add_overflow(v, digit, &v))
			return -ERANGE;
	}
	if (p == s || (*p && p[1]))
		return -EINVAL;
	*res = v;
	return 0;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *res)
{
	unsigned long v;
	int ret = kstrtoul(s, base, &v);

	if (!ret && v > UINT_MAX)
		ret = -ERANGE;
	if (!ret)
		*res = v;
	return ret;
}

int kstrtoint(const char *s, unsigned int base, int *res)
{
	unsigned int v;
	int ret = kstrtouint(s, base, &v);

	if (!ret)
		*res = v;
	return ret;
}

int kstrtobool(const char *s, bool *res)
{
	if (*s != '0' && *s != '1' && *s != 'y' && *s != 'n')
		return -EINVAL;
	*res = *s == '1' || *s == 'y';
	return 0;
}

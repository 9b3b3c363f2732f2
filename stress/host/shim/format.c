// SPDX-License-Identifier: GPL-2.0
/* printk's formats on top of the libc's: %pS and %ps print a bare address, as kallsyms would
 * for one it does not know.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host.h"

static int format_pointer(char *buf, size_t size, void *p)
{
	return snprintf(buf, size, "0x%lx", (unsigned long)p);
}

/* One conversion, its specification copied into @spec. Returns the length it needs. */
static int format_one(char *buf, size_t size, const char *spec, va_list *ap)
{
	const char *end = spec + strlen(spec) - 1;
	int longs = 0;

	for (const char *p = spec; *p; p++)
		longs += *p == 'l' ? 1 : *p == 'z' ? (int)(sizeof(size_t) > 4) : 0;
	switch (*end) {
	case 'p':
		return format_pointer(buf, size, va_arg(*ap, void *));
	case 's':
		return snprintf(buf, size, spec, va_arg(*ap, char *));
	case 'c':
		return snprintf(buf, size, spec, va_arg(*ap, int));
	case 'd': case 'i': case 'u': case 'x': case 'X':
		if (longs == 2)
			return snprintf(buf, size, spec, va_arg(*ap, long long));
		if (longs == 1)
			return snprintf(buf, size, spec, va_arg(*ap, long));
		return snprintf(buf, size, spec, va_arg(*ap, int));
	default:
		host_fail("format \"%s\" has no shim; add it to stress/host/shim/format.c", spec);
	}
}

int host_format(char *buf, size_t size, const char *fmt, va_list ap)
{
	size_t len = 0;
	va_list copy;

	va_copy(copy, ap);
	while (*fmt) {
		char *at = len < size ? buf + len : buf;
		size_t room = len < size ? size - len : 0;
		size_t n = strcspn(fmt, "%");
		char spec[16];

		if (n) {
			if (room)
				snprintf(at, room, "%.*s", (int)n, fmt);
		} else if (fmt[1] == '%') {
			if (room > 1)
				*at = '%';
			len++;
			fmt += 2;
			continue;
		} else {
			n = 1 + strspn(fmt + 1, "0123456789-+ #.lzh");
			n += 1;
			snprintf(spec, sizeof(spec), "%.*s", (int)n, fmt);
			len += format_one(at, room, spec, &copy);
			fmt += n;
			/* The letters behind %p: S, s, x, K, B. */
			if (spec[n - 1] == 'p')
				fmt += strspn(fmt, "SsxKB");
			continue;
		}
		len += n;
		fmt += n;
	}
	va_end(copy);
	return len;
}

// SPDX-License-Identifier: GPL-2.0
// Escaping: each context with the strings that break it.
#include "text.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static bool gives(void (*put)(FILE *, const char *), const char *in, const char *want)
{
	char *out = NULL;
	size_t len;
	FILE *f = open_memstream(&out, &len);
	bool same;

	put(f, in);
	fclose(f);
	same = !strcmp(out, want);
	if (!same)
		printf("# got %s\n", out);
	free(out);
	return same;
}

UNIT_TEST(html_escapes_markup_and_controls)
{
	CHECK(gives(put_html, "<b a=\"1\" c='2'>&amp;",
		    "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"));
	CHECK(gives(put_html, "\x1b[31m\x01", "\xe2\x90\x9b[31m\xe2\x90\x81"));
	/* right-to-left override would let a line lie about what it says */
	CHECK(gives(put_html,
		    "\xe2\x80\xae"
		    "x",
		    "\xef\xbf\xbdx"));
	CHECK(gives(put_html, "caf\xc3\xa9\t\n", "caf\xc3\xa9\t\n"));
}

UNIT_TEST(html_survives_broken_utf8)
{
	CHECK(gives(put_html, "\xff\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
	CHECK(gives(put_html, "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd"));
	CHECK(gives(put_html, "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
	CHECK(gives(put_html, "\xc3<", "\xef\xbf\xbd&lt;"));
	CHECK(gives(put_html, "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"));
}

UNIT_TEST(xml_has_no_controls)
{
	CHECK(gives(put_xml, "a\x1b]]>", "a\xef\xbf\xbd]]&gt;"));
	CHECK(gives(put_xml, "\xef\xbf\xbf", "\xef\xbf\xbd"));
}

UNIT_TEST(json_is_safe_inside_script)
{
	CHECK(gives(put_json, "</script>", "\"\\u003c/script\\u003e\""));
	CHECK(gives(put_json, "\"\\\n\x1b\xe2\x80\xa8", "\"\\\"\\\\\\u000a\\u001b\\u2028\""));
}

UNIT_TEST(csv_quotes_and_disarms)
{
	CHECK(gives(put_csv, "plain name", "plain name"));
	CHECK(gives(put_csv, "a,\"b\"", "\"a,\"\"b\"\"\""));
	CHECK(gives(put_csv, "=1+1", "\"'=1+1\""));
	CHECK(gives(put_csv, "a\nb\x1b", "\"a\nb \""));
}

static void ktap(FILE *f, const char *s)
{
	put_line(f, s, true);
}

UNIT_TEST(ktap_lines_stay_lines)
{
	CHECK(gives(ktap, "a # SKIP\nok 2 b", "a   SKIP ok 2 b"));
}

UNIT_TEST(slugs_are_file_names)
{
	CHECK(gives(put_slug, "../a b/\xc3\xa9", "---a-b---"));
}

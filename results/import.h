/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Importers of what is no run: one file import_<kind>.c each, registered by RESULTS_IMPORTER(). A
 * file is known by its first lines, not by its name.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include "store.h"

struct importer {
	const char *name;
	const char *help; /* what such a file is */
	bool (*mine)(const char *text);
	/*
	 * take: reads all of text (which it may change), then stores it, in the caller's
	 * transaction. False with a sentence in err, and nothing stored, for a file that is not
	 * whole.
	 */
	bool (*take)(struct store *s, struct arena *a, const char *path, char *text, char *err,
		     size_t errlen);
};

#define RESULTS_IMPORTER(ident, help_)                                                             \
	static bool import_##ident(struct store *s, struct arena *a, const char *path, char *text, \
				   char *err, size_t errlen);                                      \
	static const struct importer importer_desc_##ident                                         \
		__attribute__((section("result_importers"), used, aligned(sizeof(void *)))) = {    \
			#ident, help_, mine, import_##ident                                        \
		};                                                                                 \
	static bool import_##ident(struct store *s, struct arena *a, const char *path, char *text, \
				   char *err, size_t errlen)

/* importer_of: whose file this is; NULL for nobody's (then it should be a run). */
const struct importer *importer_of(const char *text);

/*
 * import_row: splits the next line of *text that is neither empty nor a comment into words, at most
 * max. Returns their number, 0 at the end; *nr counts lines.
 */
size_t import_row(char **text, size_t *nr, char **words, size_t max);

/* import_has_head: the first line that is no comment begins with these words. */
bool import_has_head(const char *text, const char *head);
/* import_one_of: is word one of words, which are separated by blanks? */
bool import_one_of(const char *word, const char *words);

#endif

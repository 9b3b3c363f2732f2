/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Exporters: one file export_<fmt>.c each, registered by RESULTS_EXPORTER(). An exporter reads the
 * model and writes one document to f; it escapes for its own format.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "model.h"

struct exporter {
	const char *name;
	const char *help;
	void (*write)(const struct run *r, FILE *f);
};

#define RESULTS_EXPORTER(ident, help_)                                                        \
	static void export_##ident(const struct run *r, FILE *f);                             \
	static const struct exporter exporter_desc_##ident                                    \
		__attribute__((section("result_exporters"), used,                             \
			       aligned(sizeof(void *)))) = { #ident, help_, export_##ident }; \
	static void export_##ident(const struct run *r, FILE *f)

/* exporter_find: NULL for an unknown format. */
const struct exporter *exporter_find(const char *name);

/* rerun_command: the make command that repeats the run, for people; "" when identity is incomplete.
 */
char *rerun_command(struct arena *a, const struct run *r);

#endif

// SPDX-License-Identifier: GPL-2.0
/*
 * KCIDB reports against the schema, and every reference against what the report has: a test of a build that is
 * not there would never be shown.
 *
 *   usage: node kcidb.mjs MODULES REPORT...       exit: 0 all follow it, 1 one does not
 */
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const [, , modules, ...files] = process.argv;
// ajv comes with html-validate
const require = createRequire(path.join(path.resolve(modules), 'node_modules', 'html-validate', 'x.js'));
const Ajv = require('ajv').default;
const schema = JSON.parse(fs.readFileSync(new URL('kcidb-5.3.json', import.meta.url)));
const valid = new Ajv({ allErrors: true, strict: true }).compile(schema);

function complaint(report) {
	if (!valid(report))
		return valid.errors.slice(0, 5).map(e => `${e.instancePath} ${e.message}`).join('; ');
	for (const [list, key, parents] of [['builds', 'checkout_id', 'checkouts'], ['tests', 'build_id', 'builds']]) {
		const there = new Set(report[parents].map(o => o.id));
		const lost = report[list].find(o => !there.has(o[key]));
		if (lost)
			return `${lost.id}: ${key} ${lost[key]} refers to nothing`;
	}
	const ids = report.tests.map(t => t.id);
	return !ids.length ? 'no tests' : new Set(ids).size < ids.length ? 'a test id twice' : '';
}

let bad = 0;
for (const file of files) {
	let why;
	try {
		why = complaint(JSON.parse(fs.readFileSync(file, 'utf8')));
	} catch (e) {
		why = e.message;
	}
	console.log(why ? `${file}: ${why}` : `${file}: follows the schema`);
	bad += !!why;
}
process.exitCode = bad || !files.length ? 1 : 0;

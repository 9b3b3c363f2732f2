-- SPDX-License-Identifier: GPL-2.0
-- The store's schema, as migrations: each "-- version N" block takes a store from N-1 to N in one
-- transaction. Never edit a block that was released; append the next one.
-- Rows, not columns: a new test, metric, floor, identity key or series value needs no change here.

-- version 1
CREATE TABLE cell (		-- one square of the matrix: what is run again every night
	id INTEGER PRIMARY KEY,
	arch TEXT NOT NULL, scenario TEXT NOT NULL, debug TEXT NOT NULL, accel TEXT NOT NULL,
	mutant TEXT NOT NULL,	-- '' for the correct series
	UNIQUE (arch, scenario, debug, accel, mutant));

CREATE TABLE run (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	cell INTEGER NOT NULL REFERENCES cell (id),
	started TEXT NOT NULL,
	seconds REAL NOT NULL, boot_seconds REAL NOT NULL, guest_seconds REAL NOT NULL,
	verdict TEXT NOT NULL CHECK (verdict IN ('PASS', 'FAIL', 'UNRESOLVED', 'ERROR')),
	reason TEXT NOT NULL,
	exit INTEGER NOT NULL,
	passed INTEGER NOT NULL, failed INTEGER NOT NULL, skipped INTEGER NOT NULL,
	digest TEXT NOT NULL,	-- of the imported bytes; makes import idempotent
	source TEXT NOT NULL);	-- run directory
CREATE INDEX run_by_cell ON run (cell, started, name);
CREATE INDEX run_by_time ON run (started, name);

CREATE TABLE fact (		-- identity pairs; most repeat in every run, so they are stored once
	id INTEGER PRIMARY KEY,
	key TEXT NOT NULL, value TEXT NOT NULL,
	UNIQUE (key, value));
CREATE TABLE identity (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	fact INTEGER NOT NULL REFERENCES fact (id),
	PRIMARY KEY (run, seq)) WITHOUT ROWID;

CREATE TABLE test (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	name TEXT NOT NULL, status TEXT NOT NULL, seconds REAL NOT NULL, reason TEXT NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE subtest (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	test INTEGER NOT NULL, seq INTEGER NOT NULL,
	name TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
	PRIMARY KEY (run, test, seq)) WITHOUT ROWID;

CREATE TABLE metric (		-- a number's birth certificate
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL, test TEXT NOT NULL, unit TEXT NOT NULL, better TEXT NOT NULL,
	exact INTEGER NOT NULL,
	UNIQUE (name, test, unit, better, exact));
CREATE TABLE sample (		-- every sample is kept
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	metric INTEGER NOT NULL REFERENCES metric (id),
	seq INTEGER NOT NULL,
	value REAL NOT NULL,
	PRIMARY KEY (run, metric, seq)) WITHOUT ROWID;
CREATE TABLE cell_metric (	-- which metrics a cell has ever had: pages need not scan the samples
	cell INTEGER NOT NULL REFERENCES cell (id),
	metric INTEGER NOT NULL REFERENCES metric (id),
	PRIMARY KEY (cell, metric)) WITHOUT ROWID;

CREATE TABLE floor (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	name TEXT NOT NULL, test TEXT NOT NULL, required REAL NOT NULL, delivered REAL NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE point (		-- the stack_map_stat time line
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	t_ms REAL NOT NULL, test TEXT NOT NULL, key TEXT NOT NULL, value REAL NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE note (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE splat (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	kind TEXT NOT NULL, line INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
	truncated INTEGER NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE allowed (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	pattern TEXT NOT NULL, reason TEXT NOT NULL, hits INTEGER NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;
CREATE TABLE artefact (
	run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (run, seq)) WITHOUT ROWID;

CREATE TABLE nightly (		-- one pass over a plan file
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	started TEXT NOT NULL,
	digest TEXT NOT NULL);
CREATE TABLE nightly_cell (	-- every planned cell has a row, the ones that left no record too
	nightly INTEGER NOT NULL REFERENCES nightly (id) ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	cell INTEGER NOT NULL REFERENCES cell (id),
	verdict TEXT NOT NULL CHECK (verdict IN ('PASS', 'FAIL', 'UNRESOLVED', 'ERROR', 'MISSING')),
	run TEXT NOT NULL,	-- '' when missing
	seconds REAL NOT NULL,
	reason TEXT NOT NULL,
	PRIMARY KEY (nightly, seq)) WITHOUT ROWID;

-- version 2
CREATE TABLE imported (		-- files that are no runs: the same bytes again are known
	path TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE mutant (		-- a planted bug, as its patch describes it
	name TEXT PRIMARY KEY, what TEXT NOT NULL, breaks TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE wanted (		-- which oracle of which rung has to see it
	mutant TEXT NOT NULL, rung TEXT NOT NULL, oracle TEXT NOT NULL,
	PRIMARY KEY (mutant, rung)) WITHOUT ROWID;
CREATE TABLE kill (		-- and which did; one a day is kept
	mutant TEXT NOT NULL, rung TEXT NOT NULL, seen TEXT NOT NULL,
	verdict TEXT NOT NULL, killer TEXT NOT NULL, seconds REAL NOT NULL, runs INTEGER NOT NULL,
	PRIMARY KEY (mutant, rung, seen)) WITHOUT ROWID;
CREATE TABLE race (		-- time to kill by chance, over some seeds
	mutant TEXT NOT NULL, build TEXT NOT NULL, test TEXT NOT NULL,
	killed INTEGER NOT NULL, seeds INTEGER NOT NULL, median_ms REAL NOT NULL, worst_ms REAL NOT NULL,
	PRIMARY KEY (mutant, build, test)) WITHOUT ROWID;
CREATE TABLE twin (		-- oracles on the correct source
	build TEXT NOT NULL, oracle TEXT NOT NULL, clean INTEGER NOT NULL, runs INTEGER NOT NULL,
	PRIMARY KEY (build, oracle)) WITHOUT ROWID;

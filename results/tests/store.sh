#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Import: idempotent, transactional, resumable; corrupt, foreign and newer files; a full disk; kill -9; two importers.
set -u
. "$(dirname "$0")/lib.sh"

"$R" gen 60 "$T/runs" || exit 3
one=$(find "$T/runs" -name run.json | sort | head -n 1)
id=$(basename "$(dirname "$one")")

run "$R" import "$T/runs"
ok 'import stores all' out_has '^import: 60 stored, 0 already there, 0 replaced, 0 refused$'
before=$(sql 'select count(*), sum(value) from sample; select count(*) from subtest; select count(*) from point')
run "$R" import "$T/runs" "$T"/runs/*
ok 'import again changes nothing' out_has '^import: 0 stored, 120 already there'
ok 'import again: exit 0' is_rc 0
ok 'rows are the same' same "$before" "$(sql 'select count(*), sum(value) from sample; select count(*) from subtest; select count(*) from point')"
ok 'the file is sound' same "$(sql 'pragma integrity_check; pragma foreign_key_check')" ok
ok 'WAL mode' same "$(sql 'pragma journal_mode')" wal

# What is exported from the store is what was in the file.
run "$R" export csv "$id"
want=$(grep -o '"samples":\[[^]]*' "$one" | cut -d[ -f2 | tr ',' '\n' | grep -c .)
ok 'every sample comes back' same "$want" "$(grep -cE ',(sample|exact),' "$T/out")"

# The runner's first record is replaced by its last; any other difference is kept out.
mkdir "$T/mine"
sed 's/"verdict":"[A-Z]*"/"verdict":"ERROR"/;s/"reason":"[^"]*"/"reason":"the runner did not finish"/;s/"id":"[^"]*"/"id":"half-1"/' "$one" >"$T/mine/run.json"
run "$R" import "$T/mine"
ok 'unfinished record is stored' out_has '1 stored'
sed 's/"id":"[^"]*"/"id":"half-1"/' "$one" >"$T/mine/run.json"
run "$R" import "$T/mine"
ok 'finished record replaces it' out_has '1 replaced'
sed 's/"id":"[^"]*"/"id":"half-1"/;s/"seconds":[0-9.]*/"seconds":99/' "$one" >"$T/mine/run.json"
run "$R" import "$T/mine"
ok 'a different record of the same id is refused' err_has 'different record of this id is stored'
ok 'refused: exit 1' is_rc 1
run "$R" import --replace "$T/mine"
ok '--replace takes it' out_has '1 replaced'

# Bad input: a sentence that names the file, the others are stored, nothing stored is touched.
mkdir -p "$T/bad/a" "$T/bad/b" "$T/bad/c" "$T/bad/d" "$T/bad/e" "$T/bad/f"
head -c 700 "$one" >"$T/bad/a/run.json"
printf '{"schema":7,"id":"x"}' >"$T/bad/b/run.json"
printf '{"name":"package.json"}' >"$T/bad/c/run.json"
head -c 4096 /dev/urandom >"$T/bad/d/run.json"
sed 's/"id":"[^"]*"/"id":"fine-1"/' "$one" >"$T/bad/e/run.json"
sed 's/"id":"[^"]*"/"id":"..\/..\/evil"/' "$one" >"$T/bad/f/run.json"
run "$R" import "$T/bad"
ok 'bad files: the good one is stored' out_has '^import: 1 stored, 0 already there, 0 replaced, 5 refused$'
ok 'bad files: exit 1' is_rc 1
ok 'truncated file is named with its line' err_has '/a/run.json: line 1 column'
ok 'newer schema says what to do' err_has '/b/run.json: schema 7 is not known here.*newer'
ok 'foreign JSON' err_has '/c/run.json: not a run record'
ok 'random bytes' err_has '/d/run.json: line '
ok 'an id that is a path' err_has '/f/run.json: run.id'
run "$R" import "$T/nowhere"
ok 'a path that is not there' err_has 'nowhere: No such file'
mkdir "$T/empty"
run "$R" import "$T/empty"
ok 'a folder without runs' err_has 'no run.json and no directory with one'

# Stores that are none.
head -c 8192 /dev/urandom >"$T/noise.db"
run "$R" list --store "$T/noise.db"
ok 'noise is no store' err_has 'not a database.*damaged or no store'
sql 'create table x (a)' "$T/foreign.db"
cp "$T/foreign.db" "$T/foreign.copy"
run "$R" import --store "$T/foreign.db" "$T/runs"
ok 'a foreign database is refused' err_has 'not a results store'
ok 'and left alone' cmp "$T/foreign.db" "$T/foreign.copy"
cp "$STORE" "$T/newer.db"
sql 'pragma user_version = 99' "$T/newer.db" >/dev/null
run "$R" list --store "$T/newer.db"
ok 'a newer store is refused' err_has 'newer suite (schema 99'
ok 'refused store: exit 3' is_rc 3
run "$R" list --store "$T/none.db"
ok 'no store says how to make one' err_has 'results import'
ok 'reading makes no file' test ! -e "$T/none.db"
cp "$STORE" "$T/hurt.db"
sqlite3 "$STORE" 'pragma wal_checkpoint(truncate)' >/dev/null
cp "$STORE" "$T/hurt.db"
dd if=/dev/urandom of="$T/hurt.db" bs=4096 seek=3 count=40 conv=notrunc 2>/dev/null
run "$R" list --store "$T/hurt.db"
ok 'a damaged store is ERROR, not a crash' is_rc 3

# Volume: the program as users run it, without sanitizers.
F=$OUT/bin/results
"$F" gen 1500 "$T/many" --bare || exit 3

# kill -9 in the middle, again and again: what is there is whole, and the same command finishes the work.
for wait in 0.05 0.1 0.15 0.2; do
	"$F" import --store "$T/kill.db" "$T/many" >/dev/null 2>&1 &
	pid=$!
	sleep "$wait"
	kill -9 "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
done
ok 'after kill -9 the store is sound' same "$(sql 'pragma integrity_check' "$T/kill.db")" ok
ok 'the kills did interrupt it' test "$(sql 'select count(*) from run' "$T/kill.db")" -lt 1500
ok 'every stored run is whole' same "$(sql 'select count(*) from run where (select count(*) from test where run = run.id) <> 5' "$T/kill.db")" 0
run "$F" import --store "$T/kill.db" "$T/many"
ok 'the same command finishes' same "$(sql 'select count(*) from run' "$T/kill.db")" 1500

# Two at once, the same runs: each is stored once, both succeed.
"$F" import --store "$T/two.db" "$T/many" >"$T/two.1" 2>&1 &
first=$!
"$F" import --store "$T/two.db" "$T/many" >"$T/two.2" 2>&1 &
second=$!
wait "$first"
rc1=$?
wait "$second"
rc2=$?
ok 'two importers both succeed' same "$rc1 $rc2" '0 0'
ok 'two importers store each run once' same "$(sql 'select count(*) from run' "$T/two.db")" 1500
ok 'two importers share the work' same "$(cat "$T/two.1" "$T/two.2" | awk '{ n += $2 } END { print n }')" 1500

# A new store is created by whoever comes first, and nobody trips over that: one process is stopped wherever it gives a lock
# back, another one imports meanwhile (or waits for it, where the first still holds another lock), then the first goes on.
"$F" gen 1 "$T/one" --bare || exit 3
bad=0 n=0
while n=$((n + 1)) && [ "$n" -le 40 ]; do
	rm -rf "$T/race.db"* "$T/stop" && mkdir "$T/stop"
	LD_PRELOAD=$OUT/bin/stoplock.so STOP_AT=$n STOP_DIR=$T/stop \
		"$F" import --store "$T/race.db" "$T/one" >/dev/null 2>>"$T/race.err" &
	first=$!
	while [ ! -e "$T/stop/stopped" ] && kill -0 "$first" 2>/dev/null; do sleep 0.01; done
	if [ ! -e "$T/stop/stopped" ]; then
		wait "$first" || bad=$((bad + 1))
		break
	fi
	"$F" import --store "$T/race.db" "$T/one" >/dev/null 2>>"$T/race.err" &
	second=$!
	for _ in $(seq 30); do
		kill -0 "$second" 2>/dev/null || break
		sleep 0.01
	done
	: >"$T/stop/go"
	wait "$first" || bad=$((bad + 1))
	wait "$second" || bad=$((bad + 1))
done
ok "creating a store together, at each of $((n - 1)) moments" same "$bad $(head -n 1 "$T/race.err")" '0 '
ok 'creating a store together: there were such moments' test "$n" -gt 5

# No room: a file size limit everywhere, a real full disk where this user may mount one.
run sh -c 'ulimit -f 1500; exec "$1" import --store "$2" "$3"' sh "$F" "$T/small.db" "$T/many"
ok 'size limit: ERROR' is_rc 3
ok 'size limit: says what is safe and what to do' err_has 'no room to write.*run the same command again.*safe in the store'
ok 'size limit: the store is sound' same "$(sql 'pragma integrity_check' "$T/small.db")" ok
run "$F" import --store "$T/small.db" "$T/many"
ok 'with room again the same command finishes' same "$(sql 'select count(*) from run' "$T/small.db")" 1500
mkdir "$T/disk"
cat >"$T/full.sh" <<-'EOF'
	mount -t tmpfs -o size=2m tmpfs "$2" || exit 77
	"$1" import --store "$2/x.db" "$3"
	echo "rc=$?"
	sqlite3 "$2/x.db" 'pragma integrity_check'
EOF
run unshare -rm sh "$T/full.sh" "$F" "$T/disk" "$T/many"
if [ "$rc" -eq 77 ] || ! grep -q 'rc=' "$T/out"; then
	skip 'full disk' 'this user may not mount a tmpfs in a namespace'
else
	ok 'full disk: ERROR' out_has '^rc=3$'
	ok 'full disk: said so' err_has 'no room to write'
	ok 'full disk: what is stored is sound' out_has '^ok$'
fi
finish

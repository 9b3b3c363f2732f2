#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The verbs on runs whose story is known (gen.h): list, show, compare, history, exports, dashboard, and wrong arguments.
set -u
. "$(dirname "$0")/lib.sh"

"$R" gen 800 "$T/runs" --bare && "$R" import "$T/runs" >/dev/null || exit 3
run "$R" list --limit 0 --arch arm64 --verdict FAIL
ok 'list: the broken cell fails from night 30' same "$(grep -c . "$T/out")" 10
run "$R" list --limit 0 'no*such'
ok 'list: nothing matches is exit 1' is_rc 1
id=$("$R" list --limit 1 '2026*-arm64-reset-*' | awk '{ print $2 }')
run "$R" show "$id"
ok 'show: identity, subtests, splat' out_has 'Call trace:'

# Compare: 7 instructions and 15 % of time were planted on x86_64 in night 25.
run "$R" compare '2026010*-x86_64-bench-*' '2026020*-x86_64-bench-*'
ok 'compare: exit 1 when B is worse' is_rc 1
ok 'compare: exact count by equality' out_has 'WORSE *get_id_hit  *insn.*411.*418.*exact'
ok 'compare: sampled number with p and effect' out_has 'WORSE *get_id_hit_time.*p=.*delta=+1.00.*per run'
ok 'compare: the untouched number is the same' out_has 'same *bytes_per_event'
run "$R" compare '2026012[6-9]*-x86_64-bench-*,2026013*-x86_64-bench-*' '2026020*-x86_64-bench-*'
ok 'compare: nothing worse is exit 0' is_rc 0
run "$R" compare '20260105*-x86_64-bench-*' '20260106*-x86_64-bench-*'
ok 'compare: two runs have not enough data' out_has 'not enough data entries'
ok 'compare: undecided is exit 2' is_rc 2
run "$R" compare '20260105*-x86_64-bench-*' '20260105*-arm64-bench-*'
ok 'compare: two architectures are not compared' out_has 'not comparable'
run "$R" compare '20260105*-bench-*' '20260106*-x86_64-bench-*'
ok 'compare: a side of two architectures is refused' err_has 'one side of a comparison is one configuration'
run "$R" compare 20260105 20260106
ok 'compare: unknown run names the newest' err_has "no stored run matches '20260105'; newest: 20260209"
run "$R" history get_id_hit_time --arch x86_64
ok 'history: change point at the planted night' sh -c 'grep -A1 "change:" "$1" | grep -q "2026-01-26T"' sh "$T/out"
ok 'history: one only' out_has '^  1 change points$'
run "$R" history nothing
ok 'history: unknown metric names the known' err_has '  bytes_per_event'

# Exports, of a hostile run as well: every format valid, every string text.
"$R" gen 40 "$T/hostile" --first 700 --hostile && "$R" import --store "$T/h.db" "$T/hostile" >/dev/null || exit 3
evil=$("$R" list --store "$T/h.db" --limit 1 '2026*-arm64-reset-*' | awk '{ print $2 }')
for pair in "$STORE $id" "$T/h.db $evil"; do
	db=${pair% *} who=${pair#* }
	run "$R" export junit "$who" --store "$db" --out "$T/x.xml"
	ok "junit of $who follows the XSD" xmllint --noout --schema "$(dirname "$0")/junit.xsd" "$T/x.xml"
	ok 'junit: counts are those of the cases' same "$(xmllint --xpath 'number(/testsuites/@failures) = count(//failure) and number(/testsuites/@tests) = count(//testcase)' "$T/x.xml")" true
	run "$R" export ktap "$who" --store "$db"
	ok 'ktap: plan and results agree' same "$(grep -cE '^(not )?ok [0-9]+ ' "$T/out")" "$(sed -n 's/^1\.\.//p' "$T/out")"
	ok 'ktap: a failed run has a "not ok"' out_has '^not ok'
	"$R" export kcidb "$who" --store "$db" --out "$T/kcidb.json"
	ok "kcidb of $who follows the schema" node "$(dirname "$0")/kcidb.mjs" "$WEB" "$T/kcidb.json"
	run "$R" export csv "$who" --store "$db"
	ok 'csv: nine fields a row' same "$(grep -vc '"' "$T/out")" "$(grep -v '"' "$T/out" | awk -F, 'NF == 9' | grep -c .)"
	run "$R" export text "$who" --store "$db"
	ok 'text: fits a mail' test "$(wc -L <"$T/out")" -le 80 -a "$(wc -l <"$T/out")" -le 70
	ok 'text: no control character' sh -c '! LC_ALL=C grep -q "[[:cntrl:]]" "$1"' sh "$T/out"
done
# So do all other kinds of run.
for who in $("$R" list --limit 20 | awk '{ print $2 }'); do
	"$R" export kcidb "$who" --out "$T/$who.json"
done
ok 'kcidb of 20 runs follows the schema' node "$(dirname "$0")/kcidb.mjs" "$WEB" "$T"/2*.json
for fault in 's/"status": "[A-Z]*"/"status": "BROKEN"/' 's/"origin"/"waived": true, "origin"/' \
	's/"build_id": "[^"]*"/"build_id": "stackmap:other"/' 's/"path": "/&a b/' 's/"id": "[^"]*", "build/"build/'; do
	sed "$fault" "$T/kcidb.json" >"$T/bad.json"
	run node "$(dirname "$0")/kcidb.mjs" "$WEB" "$T/bad.json"
	ok "the schema refuses $fault" is_rc 1
done

# The same run with and without itself as baseline: the splat is the kernel's, or nobody knows.
for base in "" "$id"; do
	run "$R" review "$id" --baseline "$base"
	ok "review: fits a mail" test "$(wc -L <"$T/out")" -le 72
	ok "review: counts verdicts" out_has "^verdicts  0 PASS, 1 FAIL"
	if [ -n "$base" ]; then say="the kernel.s: without the series as well"; else say="no baseline was run"; fi
	ok "review: the splat, $say" out_has "$say"
done

# The XSD must be able to say no.
sed 's/<testcase /<testcase nope="1" /' "$T/x.xml" >"$T/bad.xml"
run xmllint --noout --schema "$(dirname "$0")/junit.xsd" "$T/bad.xml"
ok 'the XSD refuses an unknown attribute' test "$rc" -ne 0
run "$R" show "$evil" --store "$T/h.db"
ok 'show: no control sequence reaches the terminal' sh -c '! grep -q "$(printf "\033")" "$1"' sh "$T/out"
run "$R" export html "$id"
ok 'export: unknown format lists the known' err_has 'kcidb'

# Dashboard: without uPlot it still has all tables; nothing of a log is markup.
run "$R" dashboard "$T/site" --store "$T/h.db"
ok 'dashboard is written' out_has '^dashboard: [0-9]* pages'
ok 'dashboard: hostile text is escaped everywhere' sh -c '! grep -rlE "<script>document|<img" "$1"' sh "$T/site"
ok 'dashboard: and it is there' grep -rq '&lt;script&gt;document' "$T/site/run"
ok 'dashboard: no outside address' sh -c '! grep -rlE "(src|href)=\"(https?:)?//" "$1"' sh "$T/site"
printf '# stackmap night 1\t2026-02-09T02:00:00Z\nvm-test\tarm64\treset\t-\tauto\tMISSING\t0\t-\tbudget of 5 s used up\nvm-test\ts390x\treset\t-\tauto\tMISSING\t0\t-\tno QEMU\n' >"$T/cells"
mkdir "$T/night" && mv "$T/cells" "$T/night"
run "$R" import "$T/night"
ok 'a night is imported' is_rc 0
run "$R" dashboard "$T/site2"
# A cell that passed, and whose newest run proved nothing, is neither passing nor failing.
good=$(grep -l '"verdict":"PASS"' "$T"/runs/*-x86_64-torture-*/run.json | head -n 1)
mkdir -p "$T/two/a" "$T/two/b"
sed 's/"id":"[^"]*"/"id":"older"/' "$good" >"$T/two/a/run.json"
sed 's/"id":"[^"]*"/"id":"newer"/;s/"verdict":"PASS"/"verdict":"UNRESOLVED"/;s/"started":"20/"started":"21/' "$good" >"$T/two/b/run.json"
"$R" import --store "$T/two.db" "$T/two" >/dev/null && run "$R" dashboard "$T/site3" --store "$T/two.db"
ok 'a cell whose newest run is UNRESOLVED is not passing' grep -q '<b>0</b> failing.*<b>0</b> flaky.*<b>0</b> passing.*<b>1</b> undecided' "$T/site3/index.html"
ok 'missing cell alarms at its square' grep -q 'missing from night night: budget of 5 s used up' "$T/site2/index.html"
ok 'a cell that never ran is there too' grep -q 's390x' "$T/site2/index.html"
printf '# stackmap night 1\tx\nvm-test\tarm64\n' >"$T/night/cells"
run "$R" import "$T/night"
ok 'a broken night is refused with its line' err_has 'line 2 has 2 fields'

# Wrong arguments: one sentence, exit 3.
for args in '' 'frobnicate' 'list --colour' 'list --limit many' 'compare a' 'export csv' 'import' 'dashboard' 'show a b' 'gen x y'; do
	# shellcheck disable=SC2086 # words
	run "$R" $args
	ok "results $args: exit 3" is_rc 3
done
run "$R" list >/dev/full
rc=0
"$R" list >/dev/full 2>"$T/err" || rc=$?
ok 'a full output is an error' is_rc 3
run "$R" dashboard /proc/nowhere
ok 'a directory that cannot be made is named' err_has '/proc/nowhere'
finish

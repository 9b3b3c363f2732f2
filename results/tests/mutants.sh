#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What is no run: kill matrices, times, twins and the mutants' headers go into the store and come out on the page, those
# that are committed and those that are wrong; a store of the schema before these existed is taken along.
set -u
. "$(dirname "$0")/lib.sh"
cd "$ROOT" || exit 3

# rows FILE: of a table, without comments, head and closing line
rows() { grep -cE '^(host|module|vm) ' "$1"; }

run "$R" import docs/mutants/*.txt patches/mutants/*.patch
ok 'the committed tables and mutants are imported' is_rc 0
want=0
for t in host module vm; do want=$((want + $(rows "docs/mutants/$t.txt"))); done
ok "all $want rows of the kill matrices" same "$(sql 'select count(*) from kill')" "$want"
ok 'rows of another table are their own' same "$(sql 'select count(*) from race')" "$(grep -c ' of ' docs/mutants/times.txt | awk '{ print $1 - 1 }')"
ok 'every mutant says what it is' same "$(sql "select count(*) from mutant where what <> '' and breaks <> ''")" "$(find patches/mutants -maxdepth 1 -name "*.patch" | grep -c .)"
run "$R" import docs/mutants/*.txt patches/mutants/*.patch
ok 'again: all known' out_has '^import: 0 stored, .* 0 replaced, 0 refused$'

# A store made before these tables existed.
sed -n '/^-- version 1$/,/^-- version 2$/p' results/schema.sql >"$T/v1.sql"
{ cat "$T/v1.sql"; echo 'PRAGMA user_version = 1; PRAGMA application_id = 0x73746d70;'; } | sqlite3 "$T/v1.db"
run "$R" import --store "$T/v1.db" docs/mutants/host.txt
ok 'an older store is migrated' same "$rc $(sql 'pragma user_version' "$T/v1.db")" "0 $(sql 'pragma user_version')"

# One table more, of a later day, with what must stand out; its names attack the page.
head='rung mutant verdict killed by seconds runs seen'
printf '# a comment\n%s\nhost pool-one-short SURVIVED - 9 20 2999-01-01\nhost <img/src=x> other <script>alert(1)</script> 3 1 2999-01-01\n2 mutants, 0 killed by the named oracle\n' "$head" >"$T/later.txt"
run "$R" import "$T/later.txt"
ok 'a later table is imported' is_rc 0
printf 'Mutant: nobody has run it\nBreaks: nothing\nKilled-by: vm kselftest/none\nWithin: 1\n\n---\n' >"$T/new-one.patch"
"$R" import "$T/new-one.patch" >/dev/null
run "$R" dashboard "$T/site"
ok 'the dashboard is written' is_rc 0
page=$T/site/kill.html
ok 'the page has the newest word' sh -c 'grep -A3 ">pool-one-short<" "$1" | grep -q SURVIVED' sh "$page"
ok 'a mutant nobody has run is there as such' grep -q 'not run yet: kselftest/none' "$page"
ok 'names are text' sh -c 'grep -q "&lt;img/src=x&gt;" "$1" && ! grep -qE "<img|<script>alert" "$1"' sh "$page"
ok 'what a mutant is' grep -q 'the flag is tested without acquire' "$page"
killed=$(sql "select count(distinct mutant) from kill k where verdict = 'killed' and seen = (select max(seen) from kill where mutant = k.mutant and rung = k.rung)")
ok "the page counts $killed killed" grep -q "<b>$killed</b> killed" "$page"

# Wrong tables: refused with the line, nothing of them stored.
before=$(sql 'select count(*) from kill')
for bad in 'host x' 'host x immortal - 1 1 2999-01-01' 'host x killed y 1 1 yesterday'; do
	printf '%s\nhost fine killed z 1 1 2999-01-01\n%s\n' "$head" "$bad" >"$T/bad.txt"
	run "$R" import "$T/bad.txt"
	ok "'$bad' is refused with its line" err_has 'bad.txt: line 3 is no row of a kill matrix'
done
ok 'refused: exit 1' is_rc 1
ok 'refused: nothing stored' same "$(sql 'select count(*) from kill')" "$before"
printf 'mutant build test killed median ms worst ms\na b c 19 from 20 1 2\n' >"$T/bad.txt"
run "$R" import "$T/bad.txt"
ok 'a wrong table of times' err_has 'line 2 is no row of times'
printf 'build oracle clean runs\nplain x 58 of 59: FAILED\n' >"$T/twins.txt"
"$R" import "$T/twins.txt" >/dev/null
"$R" dashboard "$T/site" >/dev/null
ok 'a false alarm stands out' sh -c 'grep "58 of 59" "$1" | grep -q FAIL' sh "$page"
printf 'Mutant: no killer\n---\n' >"$T/bad.patch"
run "$R" import "$T/bad.patch"
ok 'a mutant without a killer' err_has 'bad.patch: a mutant without "Killed-by'
finish

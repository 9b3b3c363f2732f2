#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What vm/review.sh makes of its parts: a house with stubs for kernels, guests and the host rung, and real records of the
# results program's inventor. Nothing may be in the mail that was not run, and no line longer than 72 columns.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
results=$O/bin/results
[ -x "$results" ] || die "$results is missing: make results"
house=$work/house
mkdir -p "$house/vm" "$house/configs/arch"
cp "$TOP/vm/review.sh" "$TOP/vm/lib.sh" "$house/vm/"
for a in x86_64 arm64; do echo KARCH=$a >"$house/configs/arch/$a"; done
printf 'host-test:\n\t@echo "not ok 3 face.rcu_not_watching"\n\t@echo "82 passed, 1 failed, 3 skipped"\n\t@exit 1\n' >"$house/Makefile"
cat >"$house/vm/demands.sh" <<'END'
#!/bin/sh
echo "R2  NO   the stack is discarded where RCU is not watching, and counted as a drop, in one long line"
END
cat >"$house/vm/kernel.sh" <<'END'
#!/bin/sh
[ "$1$ARCH" != "build${BROKEN:-}" ] || { echo 'ERROR: the kernel does not build: x.c:7: error: BROKEN; since 0002-x.patch' >&2; exit 3; }
[ -z "${REFUSED:-}" ] || { echo "ERROR: 0002-x.patch does not apply" >&2; exit 3; }
echo "$ARCH $1" >>"$STUB/kernels"
END
# The next record of that architecture; each takes TAKES seconds.
cat >"$house/vm/run.sh" <<'END'
#!/bin/sh
sleep "${TAKES:-0}"
echo "$ARCH $SCENARIO" >>"$STUB/ran"
n=$(grep -c "^$ARCH " "$STUB/ran")
run=$(ls -d "$STUB"/all/*-"$ARCH"-reset-* | sed -n "${n}p")
mkdir -p "$O/runs" && cp -R "$run" "$O/runs/"
echo "record: $O/runs/$(basename "$run")/run.json"
exit "$(sed -n 's/^ *"exit": \([0-9]\).*/\1/p' "$run/run.json")"
END
chmod +x "$house"/vm/*.sh
export STUB="$work/stub"
mkdir -p "$STUB"
"$results" gen 300 "$STUB/all" --bare --first 700 >/dev/null || die "no invented records"

# review WORDS...: with these variables; rc, the mail in $work/mail, what was said in $work/txt
review() {
	rm -rf "$work/o" "$STUB/ran" "$STUB/kernels"
	mkdir -p "$work/o/bin" && ln -s "$results" "$work/o/bin/results"
	env SERIES=patches/x ARCH=x86_64 O="$work/o" "$@" "$house/vm/review.sh" >"$work/mail" 2>"$work/txt"
	rc=$?
}
mails() { grep -qE -e "$1" "$work/mail" || { cat "$work/mail" "$work/txt"; return 1; }; }
silent() { ! grep -E -e "$1" "$work/mail"; }

review SCENARIOS='selftest torture' ARCH=all
check 'two architectures, two scenarios: four runs' [ "$(wc -l <"$STUB/ran")" = 4 ]
check 'all of them in the table' [ "$(grep -cE '^(x86_64|arm64) +reset ' "$work/mail")" = 4 ]
check 'no line longer than 72 columns' [ "$(wc -L <"$work/mail")" -le 72 ]
check 'the demands' mails '^R2  NO '
check 'the host rung, what failed there' mails '^not ok 3 face.rcu_not_watching'
check 'how to do it again' mails '^make review SERIES=.patches/x. ARCH=all BUDGET=20m'
check 'a failure is exit FAIL' [ $rc = 1 ]
check 'everything was run' silent '^Not run'
check 'the report is kept' cmp -s "$work/mail" "$(echo "$work"/o/review/*/review.txt)"

review SCENARIOS='selftest torture perf_nmi' TAKES=3 BUDGET=47s
check 'a short budget: fewer runs' [ "$(wc -l <"$STUB/ran")" -lt 3 ]
check 'the others are named as not run' mails '^x86_64 perf_nmi, -?[0-9]+ s were left'
check 'the host rung, too' mails '^host rung, [0-9]+ s were left'
check 'and has no section' silent 'in user space'

review SCENARIOS=selftest ARCH=all BROKEN=arm64
check 'one architecture that does not build: the reason' mails '^arm64: the kernel does not build: x.c:7: error: BROKEN; since'
check 'the other one is run' [ "$(cat "$STUB/ran")" = 'x86_64 selftest' ]
check 'exit FAIL' [ $rc = 1 ]

review REFUSED=1
check 'a series that does not apply: ERROR' [ $rc = 3 ]
check 'with the reason' grep -q '^ERROR: 0002-x.patch does not apply' "$work/txt"
check 'and no mail' [ ! -s "$work/mail" ]
review BUDGET=soon
check 'a budget that is none' grep -q '^ERROR: BUDGET=soon: a time such as' "$work/txt"
review SERIES=none
check 'no series' grep -q '^ERROR: SERIES=none: a review is about a series' "$work/txt"
finish

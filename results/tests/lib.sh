# SPDX-License-Identifier: GPL-2.0
# Sourced by the shell tests: a scratch directory, the program under sanitizers, results that are counted.
passed=0 failed=0 skipped=0

ROOT=$(cd "$(dirname "$0")/../.." && pwd)
OUT=${OUT:-$ROOT/out}
R=${RESULTS:-$OUT/bin/results-san}
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
trap 'exit 3' INT TERM HUP
STORE=$T/store.db
export STORE
# A store or folder of the user's must not leak into a test.
unset O

# ok NAME COMMAND...: passes when the command does.
ok() {
	name=$1
	shift
	if "$@" >"$T/ok.log" 2>&1; then
		passed=$((passed + 1))
		printf 'ok %d %s\n' $((passed + failed)) "$name"
	else
		failed=$((failed + 1))
		printf 'not ok %d %s\n' $((passed + failed)) "$name"
		sed 's/^/# /' "$T/ok.log" | tail -n 12
		[ ! -s "$T/err" ] || sed 's/^/# stderr: /' "$T/err" | tail -n 12
	fi
}

skip() {
	skipped=$((skipped + 1))
	printf 'ok %d %s # SKIP %s\n' $((passed + failed + skipped)) "$1" "$2"
}

# run COMMAND...: stdout to $T/out, stderr to $T/err, exit code to $rc.
run() {
	rc=0
	"$@" >"$T/out" 2>"$T/err" || rc=$?
}

is_rc() { [ "$rc" -eq "$1" ] || { echo "exit code $rc, not $1"; return 1; }; }
out_has() { grep -qe "$1" "$T/out" || { echo "stdout lacks: $1"; cat "$T/out"; return 1; }; }
err_has() { grep -qe "$1" "$T/err" || { echo "stderr lacks: $1"; return 1; }; }
sql() { sqlite3 "${2:-$STORE}" "$1"; }
same() { [ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }; }

finish() {
	printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
	[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

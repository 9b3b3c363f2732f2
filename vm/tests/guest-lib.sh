# SPDX-License-Identifier: GPL-2.0
# Sourced by tests of guests: counting, a folder, and a house of one toy program in which the real scripts run.

passed=0 failed=0 skipped=0

# A folder for the test, gone when it ends, whatever ends it.
work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP

# check WHAT COMMAND...: one result.
check() {
	_what=$1
	shift
	if "$@" >"$work/check.log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s\n' "$_what"
		head -n 20 "$work/check.log" | sed 's/^/  # /'
	fi
}

# absent PATTERN FILE: no line of FILE matches; a file with nothing in it proves nothing.
absent() {
	[ -s "$2" ] && ! grep -e "$1" "$2"
}

# toy_house DIR: DIR/vm/guest.sh finds kselftest/toy.c and nothing else, and shares the suite's cache.
toy_house() {
	mkdir -p "$1/kselftest" || die "cannot create $1"
	ln -s "$TOP/vm" "$TOP/configs" "$TOP/patches" "$1/" &&
	cp "$TOP/vm/tests/guest-toy.c" "$1/kselftest/toy.c" || die "cannot write $1"
}

finish() {
	printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
	[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

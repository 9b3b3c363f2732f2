# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# A series that does not build: which of its patches began it. Only what make could not make is made again, one object as a
# rule, with the first patches of the series and no others, halving the distance each time.

# blame LOG: a clause for the sentence about the failure, on stdout. The tree is left somewhere between.
blame() {
	[ -n "$SERIES_FILES" ] || return 0
	# The locks are shared with the shell that called us: given up here, taken anew for each question.
	flock -u 9
	flock -u 8
	_target=$(blame_target "$1")
	BLAME=$CACHE/tmp/blame.$$
	rm -rf "$BLAME"
	series_split "$BLAME/split"
	_all=$(find "$BLAME/split" -name '*.patch' | LC_ALL=C sort)
	_lo=0 _hi=$(printf '%s\n' "$_all" | wc -l)
	say "looking for the patch that began it: $_target with the first patches of $_hi"
	if ! blame_asks 0; then
		_by="; so it is without the series: the kernel itself does not build"
	else
		while [ $((_hi - _lo)) -gt 1 ]; do
			_mid=$(((_lo + _hi) / 2))
			if blame_asks $_mid; then _lo=$_mid; else _hi=$_mid; fi
		done
		_name=$(basename "$(printf '%s\n' "$_all" | sed -n "${_hi}p")")
		_by="; since $(awk -F '\t' -v f="$_name" '$1 == f { print $5 }' "$BLAME/split/list")"
	fi
	rm -rf "$BLAME"
	printf '%s' "$_by"
}

# blame_target LOG: the first object that make gave up on, or all of the kernel (a linker's complaint).
blame_target() {
	_t=$(sed -n 's/^make.*\*\*\* \[[^]]*: \([^] ]*\.o\)\] Error.*/\1/p' "$1" | head -n 1)
	printf '%s\n' "${_t:-vmlinux}"
}

# blame_asks N: false if it does not build. Anything else that goes wrong ends the search without an answer.
blame_asks() {
	_rc=0
	blame_builds "$1" || _rc=$?
	case $_rc in 0 | 1) return $_rc ;; esac
	rm -rf "$BLAME"
	exit "$E_ERROR"
}

# blame_builds N: does the target build with the first N patches? What is not there yet cannot fail.
blame_builds() (
	SERIES_FILES='' SERIES_HASH=none
	if [ "$1" -gt 0 ]; then
		SERIES_FILES=$(printf '%s\n' "$_all" | head -n "$1")
		SERIES_HASH=$(series_hash)
	fi
	PATCHED=$CACHE/patched/$SRC_ID-$SERIES_HASH
	build_enter
	rm -f "$BUILD/key"
	case $_target in
	*.o) [ -e "$TREE/${_target%.o}.c" ] || [ -e "$TREE/${_target%.o}.S" ] || exit 0 ;;
	esac
	kernel_make "$BUILD" KCONFIG_ALLCONFIG="$BUILD/requested" allnoconfig >"$BUILD/blame.log" 2>&1 || exit 1
	kernel_make "$BUILD" "$_target" >>"$BUILD/blame.log" 2>&1 || exit 1
)

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make's output on stdin into LOG; percentage and ETA on stderr: one redrawn line on a terminal, else a line every 15 seconds.
# usage: progress.sh NAME LOG THERE [TOTAL]
# THERE objects exist already; TOTAL is what this configuration had when it was last complete (empty: a typical number).
name=$1 log=$2 there=$3 total=${4:-850}
: >"$log" || exit 3
n=0 begin=$(date +%s) last=$(date +%s) step=20
tty=$([ ! -t 2 ] || echo 1)
[ -z "$tty" ] || step=8
every=$([ -n "$tty" ] && echo 1 || echo 15)

show() {
	_t=$((now - begin)) _left=$((total - there))
	if [ "$_left" -le $((total / 20)) ]; then
		_text="rebuilding, $n objects, $_t s"
	else
		[ "$n" -lt "$_left" ] || _left=$((n + 10))
		_text="$(((there + n) * 100 / (there + _left))) %, $_t s, about $((_t * (_left - n) / n)) s left"
	fi
	[ "${QUIET:-0}" = 1 ] || printf "${tty:+\r\033[K}kernel %s: %s${tty:-\n}" "$name" "$_text" >&2
}

while IFS= read -r line; do
	printf '%s\n' "$line"
	case $line in
	'  CC '* | '  AS '* | '  HOSTCC '*) n=$((n + 1)) ;;
	*) continue ;;
	esac
	[ $((n % step)) -eq 0 ] || continue
	now=$(date +%s)
	[ $((now - last)) -lt "$every" ] || { last=$now; show; }
done >>"$log"
[ -z "$tty" ] || printf '\r\033[K' >&2

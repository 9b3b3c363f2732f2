#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make's output on stdin into LOG; percentage and ETA on stderr: one redrawn line on a terminal, else a line every 15 seconds.
# usage: progress.sh NAME LOG OBJECTS
# OBJECTS keeps the number of steps of the last complete build; without it a typical number is assumed.
name=$1 log=$2 objects=$3
: >"$log"
total=$(cat "$objects" 2>/dev/null) || total=
fresh=$([ -n "$total" ] || echo 1)
n=0 begin=$(date +%s) last=$begin step=20
tty=$([ ! -t 2 ] || echo 1)
[ -z "$tty" ] || step=8
every=$([ -n "$tty" ] && echo 1 || echo 15)

show() {
	_t=$((now - begin))
	if [ -n "$fresh" ]; then
		_all=${total:-900}
		[ "$n" -lt "$_all" ] || _all=$((n + 10))
		_text="$((n * 100 / _all)) %, $_t s, about $((_t * (_all - n) / n)) s left"
	else
		_text="rebuilding, $n objects, $_t s"
	fi
	[ "${QUIET:-0}" = 1 ] || printf "${tty:+\r\033[K}kernel %s: %s${tty:-\n}" "$name" "$_text" >&2
}

while IFS= read -r line; do
	printf '%s\n' "$line"
	case $line in
	'  CC '* | '  AS '* | '  AR '* | '  LD '* | '  HOSTCC '*) n=$((n + 1)) ;;
	*) continue ;;
	esac
	[ $((n % step)) -eq 0 ] || continue
	now=$(date +%s)
	[ $((now - last)) -lt "$every" ] || { last=$now; show; }
done >>"$log"
[ -z "$tty" ] || printf '\r\033[K' >&2
[ -n "$total" ] || echo "$n" >"$objects"

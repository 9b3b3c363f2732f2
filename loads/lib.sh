# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Sourced by every load, in the guest. Environment: LOADS (this folder), IMAGE (root of the disk image), SEED,
# STOP (a file: end now), READY (a file to make: the first job begins, the scenario need wait no longer).
#
# A load repeats a short job until it is stopped. It ends with exit 0 only if each job did; what it prints as "stat NAME UNIT
# BETTER VALUE" and "floor NAME WANTED GOT" becomes part of the run's record, the rest is kept as its log.

going() {
	: >"$READY"
	[ ! -e "$STOP" ]
}

in_image() {
	chroot "$IMAGE" "$@"
}

# job COMMAND...: one job in the image, its output in $out; whatever goes wrong ends the load.
out=/tmp/load-$$
job() {
	in_image "$@" >"$out" 2>&1
	_rc=$?
	[ "$_rc" -eq 0 ] && return
	tail -n 15 "$out"
	echo "$1: exit $_rc"
	exit 1
}

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Replays the run this bundle was made of: checks that the files are whole and the versions those of then, runs exactly
# the recorded machine, and says whether the verdict is the same.
#
#   usage: ./repro.sh [vmrun options]      e.g. --accel tcg
#   environment: VMRUN=<checkout>/out/bin/vmrun   the suite's runner (make out/bin/vmrun in a checkout of the suite)
#                TABLE=<checkout>/vm/runner/console/table
#                FORCE=1   go on although a version differs
# exit: 0 same verdict, 1 another one, 3 not run
set -u
cd "$(dirname "$0")" || exit 3

stop() {
	printf 'ERROR: %s\n' "$*" >&2
	exit 3
}

# want KEY: a line of VERSIONS.
want() {
	sed -n "s/^$1=//p" VERSIONS
}

# differs WHAT THEN NOW REMEDY
differs() {
	printf '%s: recorded %s, here %s\n' "$1" "$2" "$3" >&2
	[ -n "${FORCE:-}" ] || stop "$1 differs, so another verdict would prove nothing; $4, or set FORCE=1"
}

sha256sum --quiet --check SHA256SUMS || stop 'a file of this bundle is damaged or was changed (named above)'
qemu=$(want QEMU_PROGRAM)
command -v "$qemu" >/dev/null || stop "$qemu is not installed (Debian package: $(want QEMU_PACKAGE))"
now=$("$qemu" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p')
then=$(want QEMU_VERSION)
[ "$now" = "$then" ] || differs 'QEMU' "$then" "$now" "install QEMU $then"
[ "$(want HOST)" = "$(uname -m)" ] || [ "$(want ACCEL)" != kvm ] ||
	differs 'host' "$(want HOST) with KVM" "$(uname -m)" 'use such a host'
[ -x "${VMRUN:-}" ] || stop 'set VMRUN to out/bin/vmrun of a checkout of the suite (make repro BUNDLE=<tar> does)'
[ -r "${TABLE:-}" ] || stop 'set TABLE to vm/runner/console/table of that checkout'
commit=$(git -C "$(dirname "$TABLE")" describe --always --dirty 2>/dev/null)
[ "$commit" = "$(want SUITE_COMMIT)" ] ||
	printf 'note: recorded with suite %s, replayed with %s\n' "$(want SUITE_COMMIT)" "${commit:-unknown}" >&2

VMRUN=$VMRUN sh ./rerun.sh --console-table "$TABLE" "$@"
case $? in
0) verdict=PASS ;;
1) verdict=FAIL ;;
2) verdict=UNRESOLVED ;;
*) stop 'the replay could not be run (messages above)' ;;
esac
printf 'recorded %s, replayed %s: %s\n' "$(want VERDICT)" "$verdict" \
	"$([ "$verdict" = "$(want VERDICT)" ] && echo 'the same' || echo 'NOT the same')"
[ "$verdict" = "$(want VERDICT)" ]

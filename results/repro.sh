#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make repro BUNDLE=<tar>: unpacks a reviewer bundle next to the runs and replays it with this checkout's runner.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

tar=${1:-}
[ -n "$tar" ] || die "usage: results/repro.sh BUNDLE.tar (make repro BUNDLE=file)"
[ -r "$tar" ] || die "$tar: cannot be read"
# One directory, plain names: a bundle comes from somebody else.
names=$(tar -tf "$tar") || die "$tar: not a tar archive"
id=$(printf '%s\n' "$names" | head -n 1 | cut -d/ -f1)
printf '%s\n' "$names" | grep -qx "$id/repro.sh" || die "$tar: not a bundle of this suite (no repro.sh)"
bad=$(printf '%s\n' "$names" | grep -vE "^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)+$" | head -n 1 || true)
[ -z "$bad" ] || die "$tar: member '$bad' has a name no bundle has; not unpacked"
into=$O/repro
mkdir -p "$into" && rm -rf "${into:?}/$id" || die "cannot write $into"
tar -xf "$tar" -C "$into" --no-same-owner || die "$tar: damaged"
# This checkout's script, not the bundle's: data from elsewhere is checked before it is run.
cmp -s "$TOP/results/bundle/repro.sh" "$into/$id/repro.sh" ||
	die "$tar: its repro.sh is not this checkout's; check out suite $(sed -n 's/^SUITE_COMMIT=//p' "$into/$id/VERSIONS"), or read and run $into/$id/repro.sh yourself"
VMRUN=${VMRUN:-$O/bin/vmrun} TABLE=${TABLE:-$TOP/vm/runner/console/table} exec sh "$into/$id/repro.sh"

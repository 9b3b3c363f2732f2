#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel's way from Debian's archive (or KSRC) to a bootable image; docs/protocol.rst section 2 is the interface.
# The pieces, in order of use, are vm/kernel/*.sh; everything heavy lives in $CACHE, keyed by content.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
for _f in apt fetch source range mail series tree config build blame module headers; do
	# shellcheck source=/dev/null
	. "$TOP/vm/kernel/$_f.sh"
done

usage() {
	cat >&2 <<-END
	usage: vm/kernel.sh VERB        (environment: ARCH KSRC SERIES DEBUG O CACHE V)
	  build                         build (or find in the cache) a kernel; prints its directory
	  source                        the source as it was fetched (or KSRC), without any series; do not write there
	  tree                          the patched tree; valid until a call with another SERIES
	  patched                       a folder of just the files SERIES touches, patched; never changes
	  patches DIR                   the patches of SERIES, one file each in order, into DIR
	  headers                       exported user headers for ARCH (a folder for -isystem)
	  module DIR OUT [VAR=VALUE...] build the module(s) in DIR against the kernel, *.ko into OUT
	  fetch [newest]                the kernel source into the cache; newest: look for a newer version
	END
	exit "$E_ERROR"
}

verb=${1:-}
[ -n "$verb" ] || usage
shift
mkdir -p "$CACHE/tmp" || die "cannot write to the cache $CACHE"
case $verb in
build | headers | module)
	arch_load "$ARCH"
	;;
source | tree | patched | patches) ;;
fetch)
	[ "${1:-}" != newest ] || FETCH_NEWEST=1
	source_resolve
	say "kernel source: $SRC_DESC, SHA-256 $SRC_SHA256"
	exit 0
	;;
*) usage ;;
esac

source_resolve
series_resolve
case $verb in
build) cmd_build ;;
module) cmd_module "$@" ;;
headers) cmd_headers ;;
source) printf '%s\n' "$SRC_DIR" ;;
tree)
	tree_ready
	printf '%s\n' "$TREE"
	;;
patches)
	[ $# -eq 1 ] || usage
	series_prepare
	[ -z "$SERIES_FILES" ] || series_split "$1"
	;;
patched)
	series_prepare
	printf '%s\n' "$PATCHED/files"
	;;
esac

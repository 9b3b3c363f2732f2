#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# An architecture is two data files: a made-up one, ARCH on another board with another CPU and its own command line,
# is added by writing just these two, is listed, boots and passes; a mistake in either is one sentence.
#
#   usage: vm/tests/newarch.sh      environment: what vm/run.sh reads
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"

# A house of its own: the suite as it is, but for a configs/arch/ that may be written to.
mkdir "$work/house" && cp -R "$TOP/configs" "$work/house/" || die "cannot write $work"
for d in "$TOP"/*; do
	[ "$(basename "$d")" = configs ] || ln -s "$d" "$work/house/"
done
arch=$work/house/configs/arch

suite() {
	env PLANTED=toaster ARCH=toaster TESTS=kselftest/option "$work/house/vm/run.sh" >"$work/txt" 2>&1
	rc=$?
}

suite
check 'before: ERROR' [ "$rc" -eq 3 ]
check 'before: the known ones are listed' grep -q '^ERROR: .*toaster.*x86_64' "$work/txt"

sed 's/^MACHINE=.*/MACHINE=microvm,acpi=off,pit=on,pic=on,rtc=off/; s/^CPU=.*/CPU=qemu64/; s/^APPEND=/&toaster=1 /' \
	"$TOP/configs/arch/x86_64" >"$arch/toaster"
cp "$TOP/configs/arch/x86_64.config" "$arch/toaster.config"
suite
[ "$rc" -eq 0 ] || cat "$work/txt"
check "two files: PASS (exit $rc)" [ "$rc" -eq 0 ]
run=$(dirname "$(sed -n 's/^record: //p' "$work/txt")")
check 'it is this machine that booted' grep -q 'rtc=off' "$run/cmdline"
check 'its own command line' grep -q 'Command line:.* toaster=1' "$run/console.log"
check 'the record has its name' grep -q '"arch": "toaster"' "$run/run.json"
check 'make list shows it' sh -c 'O=$2 "$1/house/vm/list.sh" | grep -q toaster' sh "$work" "$O"

sed -i 's/^MACHINE=/MACHIEN=/' "$arch/toaster"
suite
check 'a misspelt key: ERROR' [ "$rc" -eq 3 ]
check 'a misspelt key is named' grep -q '^ERROR: .*MACHI' "$work/txt"
sed -i 's/^MACHIEN=/MACHINE=/; s/^QEMU=.*/QEMU=qemu-system-toaster/' "$arch/toaster"
suite
check 'no such emulator: ERROR' [ "$rc" -eq 3 ]
check 'no such emulator: the package is named' grep -q '^ERROR: .*qemu-system-toaster.*qemu-system-x86' "$work/txt"
sed -i 's/^CROSS=.*/CROSS=toaster-linux-gnu-/; s/^QEMU=.*/QEMU=qemu-system-x86_64/' "$arch/toaster"
suite
check 'no such compiler: ERROR' [ "$rc" -eq 3 ]
check 'no such compiler: the package is named' grep -q '^ERROR: .*toaster-linux-gnu-gcc.*gcc-x86-64-linux-gnu' "$work/txt"
sed -i 's/^CROSS=.*/CROSS=x86_64-linux-gnu-/' "$arch/toaster"
rm "$arch/toaster.config"
suite
check 'one file only: ERROR' [ "$rc" -eq 3 ]
check 'one file only: the other is named' grep -q '^ERROR: .*toaster.config' "$work/txt"
finish

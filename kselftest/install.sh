#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Put the selftests into a kernel tree, as tools/testing/selftests/NAME. Nothing else in the suite writes into
# a user's kernel tree, and this writes nowhere else in it.
#
#   usage: kselftest/install.sh KSRC NAME
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

ksrc=${1:-} name=${2:-ftrace-stackmap}
[ -n "$ksrc" ] || die "make kselftest-install needs KSRC=<kernel tree>: it writes there, so it does not guess"
[ -f "$ksrc/tools/testing/selftests/lib.mk" ] ||
	die "KSRC=$ksrc: no tools/testing/selftests/lib.mk there, so this is not a kernel tree"
[ -f "$ksrc/tools/testing/selftests/kselftest_harness.h" ] ||
	die "KSRC=$ksrc: its selftests have no kselftest_harness.h, which the tests are written with"
dest=$ksrc/tools/testing/selftests/$name

if [ -e "$dest" ] && ! [ -f "$dest/reset_write.c" ]; then
	die "$dest exists and is something else; move it away or give another name"
fi
say "writing into $dest"
# a file that is no longer part of the tests must not stay and be built
rm -rf "$dest"
mkdir -p "$dest/lib" "$dest/module" || die "cannot create $dest"
cd "$TOP/kselftest"
cp -- *.c Makefile config settings README.rst "$dest/"
cp -- lib/*.c lib/*.h "$dest/lib/"
cp -- module/*.c module/Makefile "$dest/module/"
{
	echo '# SPDX-License-Identifier: GPL-2.0-only'
	for f in *.c; do
		echo "/${f%.c}"
	done
} >"$dest/.gitignore"
cat <<END
installed $(find "$dest" -type f | wc -l) files; now
  make -C $ksrc/tools/testing/selftests TARGETS=$name run_tests
END

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Compile one file of the subject's side. When that fails for want of a shim, say which one and where
# it belongs, in one sentence; the compiler's own words are in the log beside the object.
#
#   usage: host/cc.sh OBJECT SOURCE COMPILER FLAGS...
set -u
obj=$1 src=$2
shift 2
log=${obj%.o}.log
if "$@" -c -o "$obj.tmp" "$src" 2>"$log" && mv "$obj.tmp" "$obj"; then
	exit 0
fi
header=$(sed -n "s/.*fatal error: '*\([a-z_]*\/*[A-Za-z0-9_]*\.h\).*/\1/p" "$log" | head -n 1)
symbol=$(sed -n -e "s/.*implicit declaration of function [‘']\([A-Za-z0-9_]*\)[’'].*/\1/p" \
	-e "s/.*[‘']\([A-Za-z0-9_]*\)[’'] undeclared.*/\1/p" \
	-e "s/.*use of undeclared identifier '\([A-Za-z0-9_]*\)'.*/\1/p" \
	-e "s/.*unknown type name [‘']\([A-Za-z0-9_]*\)[’'].*/\1/p" "$log" | head -n 1)
if [ -n "$header" ]; then
	echo "ERROR: $src includes <$header>, which has no shim: add stress/host/include/$header" >&2
elif [ -n "$symbol" ]; then
	at=$(grep -m 1 -n "[^A-Za-z0-9_]${symbol}[^A-Za-z0-9_]" "$src" | cut -d : -f 1)
	echo "ERROR: $src:${at:-?} uses $symbol, which has no shim: add it to the header in" \
		"stress/host/include/linux/ that is named like the kernel's" >&2
else
	echo "ERROR: $src does not compile: $(grep -m 1 -E 'error' "$log") (all of it in $log)" >&2
fi
exit 3

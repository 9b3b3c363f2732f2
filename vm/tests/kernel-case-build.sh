# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154 # rc and out are set by run()
# Configuration, cache and what is said when a build cannot be done.

case_build() {
	run build
	first=$out
	expect "exit 0" [ "$rc" = 0 ]
	for f in image vmlinux System.map config identity build.log; do
		expect "$f is there" [ -f "$first/$f" ]
	done
	for k in KERNEL_RELEASE KERNEL_SOURCE KERNEL_SHA256 SERIES SERIES_HASH CONFIG_HASH COMPILER KARCH; do
		expect "identity has $k" grep -q "^$k=." "$first/identity"
	done
	expect "release" grep -qx KERNEL_RELEASE=9.9.1 "$first/identity"
	printf '#!/bin/sh\nexit 9\n' >"$T/bin/make" && chmod +x "$T/bin/make"
	run build
	expect "warm: same kernel without make" [ "$rc$out" = "0$first" ]
}

case_dropped_symbol() {
	echo CONFIG_TOY_LIB=y >>"$T/top/configs/base.config"
	run build
	expect "exit ERROR" [ "$rc" = 3 ]
	expect "names symbol and final value" says "CONFIG_TOY_LIB (requested y, final value n)"
	expect "shows the unmet dependency" says "depends on TOY_NEVER  [ TOY_NEVER=n ]"
	expect "no kernel" [ -z "$(ls "$T/cache/kernels")" ]
	expect "nothing was compiled" [ -z "$(find "$T/cache/trees" -name compiled)" ]
}

case_renamed_symbol() {
	echo CONFIG_TOY_TODAY=y >"$T/top/configs/base.config"
	echo 'TOY_TODAY TOY kernel/trace/Kconfig' >>"$T/top/configs/renamed"
	run build
	expect "a kernel without the old name" says "CONFIG_TOY_TODAY (requested y, final value n)"
	printf 'config TOY\n' >"$T/ksrc/kernel/trace/Kconfig"
	run build
	expect "a kernel that has the old name is asked for that" [ "$rc" = 0 ]
	expect "and gets it" grep -qx CONFIG_TOY=y "$out/config"
}

case_unwanted_symbol() {
	echo '# CONFIG_TOY is not set' >"$T/top/configs/off.config"
	printf 'CONFIG_TOY=y\n' >>"$T/top/configs/arch/toy.config"
	DEBUG=off run build
	expect "the later fragment counts" [ "$rc" = 0 ]
	expect "and is in force" [ -z "$(grep CONFIG_TOY= "$out/config")" ]
	DEBUG=nosuch run build
	expect "unknown fragment" says "DEBUG=nosuch: no configs/nosuch.config; known: off"
	printf 'TOY=y\n' >"$T/top/configs/typo.config"
	DEBUG=typo run build
	expect "a typo in a fragment" [ "$rc" = 3 ]
	expect "with file and line" says "typo.config:1: not a config line: TOY=y"
}

case_stackmap_demanded() {
	toy_patch "$T/x.patch" 5 "int changed;"
	SERIES=$T/x.patch run build
	expect "a series without the feature" says "CONFIG_FTRACE_STACKMAP (requested y"
	printf 'config FTRACE_STACKMAP\n' >"$T/ksrc/kernel/trace/Kconfig"
	run build
	expect "a tree that defines but drops it" says "CONFIG_FTRACE_STACKMAP (requested y"
	toy_patch "$T/x.patch" 5 "FTRACE_STACKMAP"
	SERIES=$T/x.patch run build
	expect "a series with it builds" [ "$rc" = 0 ]
}

case_compiler_error() {
	sed -i '7s/.*/BROKEN/' "$T/ksrc/kernel/trace/trace.c"
	run build
	expect "exit ERROR" [ "$rc" = 3 ]
	expect "first error in the sentence" says "kernel/trace/trace.c:7:1: error: BROKEN undeclared; see $T/out/logs/kernel-toy.log"
	expect "the log is there" grep -q BROKEN "$T/out/logs/kernel-toy.log"
	expect "no kernel" [ -z "$(ls "$T/cache/kernels")" ]
}

case_missing_tools() {
	ARCH=sparc64 run build
	expect "unknown architecture" [ "$rc" = 3 ]
	expect "lists what exists" says "ARCH=sparc64 is unknown; known: toy"
	toy_arch nocc none-such- true
	ARCH=nocc run build
	expect "missing compiler names the package" says "none-such-gcc not found; install the Debian package gcc-nocc"
	toy_arch noqemu '' qemu-none-such
	ARCH=noqemu run build
	expect "missing emulator names the package" says "qemu-none-such not found; install the Debian package qemu-noqemu"
	expect "before anything is built" [ ! -e "$T/cache/trees" ]
	KSRC=$T/none run build
	expect "KSRC that is no directory" says "KSRC=$T/none is no directory"
	KSRC=$T/top run build
	expect "KSRC that is no kernel" says "is no kernel tree"
}

case_headers() {
	run headers
	expect "exported" [ -f "$out/linux/toy.h" ]
	first=$out
	toy_patch "$T/x.patch" 5 "int changed;"
	SERIES=$T/x.patch run headers
	expect "same for a series without uapi changes" [ "$out" = "$first" ]
}

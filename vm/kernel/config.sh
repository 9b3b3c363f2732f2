# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Kconfig fragments merged over allnoconfig, and the proof that Kconfig did what they ask.

# config_merge: the merged fragments on stdout; of two requests for a symbol the later one counts.
# Order: base, stackmap (when the tree has or must have the feature), architecture, DEBUG's words.
config_merge() {
	set -- "$TOP/configs/base.config"
	! config_wants_stackmap || set -- "$@" "$TOP/configs/stackmap.config"
	set -- "$@" "$TOP/configs/arch/$ARCH.config"
	for _frag in ${DEBUG:-}; do
		_f=$TOP/configs/$_frag.config
		[ -f "$_f" ] || die "DEBUG=$_frag: no configs/$_frag.config; known: $(config_list | tr '\n' ' ')"
		set -- "$@" "$_f"
	done
	[ -f "$TOP/configs/arch/$ARCH.config" ] || die "configs/arch/$ARCH.config is missing"
	awk 'FNR == 1 { file = FILENAME }
		/^CONFIG_[A-Za-z0-9_]+=/ { s = $0; sub(/=.*/, "", s) }
		/^# CONFIG_[A-Za-z0-9_]+ is not set$/ { s = $2 }
		s != "" { if (!(s in line)) order[++n] = s; line[s] = $0; s = ""; next }
		/^(#|[ \t]*$)/ { next }
		{ print file ":" FNR ": not a config line: " $0 >"/dev/stderr"; bad = 1 }
		END { if (bad) exit 1; for (i = 1; i <= n; i++) print line[order[i]] }' "$@" || exit "$E_ERROR"
}

# config_renamed: the requests on stdin, in the names that this kernel has for them (configs/renamed).
config_renamed() {
	_sed=
	while read -r _new _old _file; do
		case $_new in '' | '#'*) continue ;; esac
		! grep -qs "^config $_old\$" "$SRC_DIR/$_file" || _sed="$_sed;s/^CONFIG_$_new=/CONFIG_$_old=/"
	done <"$TOP/configs/renamed"
	sed "$_sed"
}

# config_list: the fragments DEBUG may name.
config_list() {
	for _f in "$TOP"/configs/*.config; do
		case $(basename "$_f" .config) in base | stackmap) ;; *) basename "$_f" .config ;; esac
	done
}

# config_wants_stackmap: a user's tree may carry the feature without a series of ours.
config_wants_stackmap() {
	[ "$SERIES_HASH" != none ] || source_has_stackmap
}

# config_apply BUILD: configure BUILD from BUILD/requested. Kconfig leaves .config alone when nothing changed.
config_apply() {
	kernel_make "$1" KCONFIG_ALLCONFIG="$1/requested" allnoconfig >"$1/config.log" 2>&1 || {
		grep -v '^make' "$1/config.log" | tail -n 5 >&2
		die "configuring failed; see $1/config.log"
	}
	config_verify "$1/requested" "$1/.config"
}

# config_dropped REQUESTED FINAL: "symbol requested final" of each request that Kconfig did not follow.
config_dropped() {
	awk '/^CONFIG_/ { s = $0; sub(/=.*/, "", s); v = substr($0, length(s) + 2) }
		/^# CONFIG_.* is not set$/ { s = $2; v = "n" }
		s == "" { next }
		NR == FNR { want[s] = v; order[++n] = s }
		NR != FNR { got[s] = v }
		{ s = "" }
		END { for (i = 1; i <= n; i++) { s = order[i]; g = (s in got) ? got[s] : "n"; w = want[s]
			if (g != w) print s, w, g } }' "$1" "$2"
}

config_verify() {
	config_dropped "$1" "$2" >"$2.dropped"
	[ -s "$2.dropped" ] || return 0
	while read -r _sym _want _got; do
		say "  $_sym: requested $_want, final value $_got"
		config_why "${_sym#CONFIG_}" "$2" >&2
	done <"$2.dropped"
	_first=$(head -n 1 "$2.dropped" | awk '{ print $1 " (requested " $2 ", final value " $3 ")" }')
	die "Kconfig did not follow $(wc -l <"$2.dropped") request(s) of the fragments for ARCH=$ARCH: $_first; nothing was built"
}

# config_why SYMBOL CONFIG: its dependencies as Kconfig states them, with the present value of each symbol named there.
config_why() {
	_def=$(grep -rn --include='Kconfig*' -E -A 12 "^(menu)?config $1\$" "$SRC_DIR" "$PATCHED/files" 2>/dev/null | awk '
		/config [A-Z0-9_]+$/ && n++ { exit }
		/depends on|select .* if/ { sub(/^.*Kconfig[^ \t]*-[0-9]+-[ \t]*/, ""); print }')
	if [ -z "$_def" ]; then
		grep -rqs --include='Kconfig*' -E "^(menu)?config $1\$" "$SRC_DIR" "$PATCHED/files" ||
			printf '    no Kconfig file defines %s in this kernel\n' "$1"
		return 0
	fi
	printf '%s\n' "$_def" | while read -r _line; do
		_vals=
		for _s in $(printf '%s\n' "$_line" | grep -oE '[A-Z][A-Z0-9_]+' | sort -u); do
			_v=$(sed -n "s/^CONFIG_$_s=//p" "$2")
			_vals="$_vals $_s=${_v:-n}"
		done
		printf '    %s  [%s ]\n' "$_line" "$_vals"
	done
}

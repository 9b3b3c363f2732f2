# SPDX-License-Identifier: GPL-2.0
# Sourced by mutants.sh and mutant-times.sh: what patches/mutants/ says about itself.

# rungs_all: every rung, the cheapest first.
rungs_all() {
	for r in host module vm; do
		[ ! -x "$TOP/stress/rung-$r.sh" ] || printf ' %s' "$r"
	done
}

mutants_all() {
	for p in "$TOP"/patches/mutants/*.patch; do
		basename "$p" .patch
	done
}

# mutants_lint: every mutant says what is wrong, what that breaks, who must see it and how soon.
mutants_lint() {
	awk '
		function ended(f) {
			if (f == "" || seen == 15)
				return
			print f ": Mutant:, Breaks:, Killed-by: RUNG ORACLE or Within: SECONDS is missing"
			bad = 1
		}
		FNR == 1 { ended(file); file = FILENAME; seen = 0; header = 1 }
		/^---/ { header = 0 }
		!header { next }
		/^Mutant: ./ && !(seen % 2) { seen += 1 }
		/^Breaks: ./ && !(int(seen / 2) % 2) { seen += 2 }
		/^Killed-by: (host|module|vm) [a-z0-9_.\/,]+$/ && !(int(seen / 4) % 2) { seen += 4 }
		/^Within: [0-9]+$/ && !(int(seen / 8) % 2) { seen += 8 }
		END { ended(file); exit bad }' patches/mutants/*.patch
}

# plan_of RUNG GLOB: "NAME ORACLE SHA256" of each mutant this rung has to kill. Leaves a file in $work.
plan_of() {
	# shellcheck disable=SC2154 # the caller's work folder
	(cd "$TOP/patches/mutants" && sha256sum -- *.patch) | sed 's/^\([0-9a-f]*\)  \(.*\)\.patch$/\2 \1/' >"$work/sums"
	# shellcheck disable=SC2016
	awk -v rung="$1" '
		FILENAME == ARGV[1] { sha[$1] = $2; next }
		FNR == 1 { n = split(FILENAME, path, "/"); name = path[n]; sub(/\.patch$/, "", name); done = 0 }
		/^---/ { done = 1 }
		!done && $1 == "Killed-by:" && $2 == rung { print name, $3, sha[name]; done = 1 }
	' "$work/sums" "$TOP"/patches/mutants/*.patch | while read -r name rest; do
		# shellcheck disable=SC2254
		case $name in $2) printf '%s %s\n' "$name" "$rest" ;; esac
	done
}

# matrix_print FILE: rows of rung, mutant, verdict, killed by, seconds, runs, day.
matrix_print() {
	printf '%-7s %-31s %-8s %-42s %7s %4s %s\n' rung mutant verdict 'killed by' seconds runs seen
	awk -F '\t' '{ printf "%-7s %-31s %-8s %-42s %7s %4s %s\n", $1, $2, $3, $4, $5, $6, $7 }' "$1"
}

# sum_of FILE...: one hash over the contents of files and of everything below directories, names included.
sum_of() {
	(cd "$TOP" && find "$@" -type f | sort | xargs sha256sum | sha256sum | cut -c 1-16)
}

# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# A private apt: own sources, lists, state and cache, so that nothing under /etc/apt or /var/lib/apt changes and signatures
# are still checked by apt itself. The mirror and proxies are the host's own.

APT_KEYS=/usr/share/keyrings/debian-archive-keyring.gpg

# apt_uri NAME DEFAULT: the first URI in the host's apt sources whose path ends in NAME (debian, debian-security).
apt_uri() {
	_uri=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
		grep -v '^[[:space:]]*#' | tr ' \t' '\n\n' | grep -E "^[a-z+]+://.*/$1/?\$" | head -n 1)
	printf '%s\n' "${_uri:-$2}"
}

# apt_source SUITE: one line of a sources.list.
apt_source() {
	case $1 in
	*-security) _u=$(apt_uri debian-security http://deb.debian.org/debian-security) ;;
	*) _u=$(apt_uri debian http://deb.debian.org/debian) ;;
	esac
	printf 'deb [signed-by=%s] %s %s main\n' "$APT_KEYS" "$_u" "$1"
}

# apt_config DIR: the apt.conf on stdout. Of the host's settings only how to reach the network (Acquire::) is taken over.
apt_config() {
	cat <<-END
	Dir::Etc::Parts "/dev/null";
	Dir::Etc::Main "/dev/null";
	Dir::Etc::SourceList "$1/sources.list";
	Dir::Etc::SourceParts "/dev/null";
	Dir::Etc::Preferences "/dev/null";
	Dir::Etc::PreferencesParts "/dev/null";
	Dir::State::Lists "$1/lists";
	Dir::Cache "$1/cache";
	APT::Sandbox::User "root";
	Acquire::Retries "5";
	Acquire::Languages "none";
	END
	apt-config dump 2>/dev/null |
		grep -E '^Acquire::' | grep -Ev '^Acquire::(IndexTargets|Languages|Retries|CompressionTypes|Changelogs)' || :
}

# apt_private NAME SUITE...: make $CACHE/apt/NAME ready and use it from here on (APT_CONFIG).
apt_private() {
	_d=$CACHE/apt/$1
	shift
	[ -r "$APT_KEYS" ] || die "$APT_KEYS not found; install the Debian package debian-archive-keyring"
	mkdir -p "$_d/lists/partial" "$_d/cache/archives/partial" || die "cannot write to the cache $CACHE"
	for _s in "$@"; do apt_source "$_s"; done >"$_d/sources.list.new"
	mv "$_d/sources.list.new" "$_d/sources.list"
	apt_config "$_d" >"$_d/apt.conf" || die "cannot write $_d/apt.conf"
	export APT_CONFIG="$_d/apt.conf"
}

# again WHAT COMMAND...: three tries with a growing pause; the archive moves and mirrors are briefly out of step.
again() {
	_what=$1
	shift
	for _pause in 2 8 ''; do
		"$@" && return 0
		[ -n "$_pause" ] || break
		say "$_what failed; trying again in $_pause s"
		sleep "${RETRY_PAUSE:-$_pause}"
	done
	return 1
}

# apt_update: one suite that cannot be read does not stop the others; what is missing shows later, by name.
apt_update() {
	again "reading the package index" apt-get -q=2 -o APT::Update::Error-Mode=any update >&2 ||
		say "WARNING: part of the package index could not be read; going on with the rest"
}

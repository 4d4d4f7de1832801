#!/bin/sh
# Makes the file system of an image from Debian packages only, as OUTPUT.tar.
# usage: build-root.sh OUTPUT.tar PACKAGE_LIST...
# archive.sh describes SNAPSHOT, MIRROR, SECURITY_MIRROR and SUITE.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
output=$1
shift
# The same timestamp in every file, so that equal packages make equal layers.
: "${SOURCE_DATE_EPOCH:=1767225600}"
export SOURCE_DATE_EPOCH

# A separate command, because a pipe would hide its failure.
sources=$("$here/archive.sh")
echo "$sources" | mmdebstrap --variant=minbase --format=tar \
  --include="$(cat "$@" | tr '\n' ',')" \
  --aptopt='APT::Install-Recommends "false"' \
  --aptopt='Acquire::Languages "none"' \
  --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --customize-hook='chroot "$1" useradd --uid 10001 --gid 0 --home-dir /tmp --no-create-home --shell /usr/sbin/nologin errand' \
  --customize-hook='rm -rf "$1"/var/cache/* "$1"/var/lib/apt/lists/* "$1"/var/log/* "$1"/tmp/*' \
  --customize-hook='rm -f "$1"/etc/hostname "$1"/etc/resolv.conf "$1"/etc/apt/sources.list' \
  "${SUITE:-bookworm}" "$output" -

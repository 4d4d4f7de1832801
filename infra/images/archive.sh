#!/bin/sh
# Prints the lines of a sources.list: the Debian archive with its security updates.
# SNAPSHOT chooses the archive of one moment, which gives the same packages at any time: 20261101T000000Z.
# MIRROR and SECURITY_MIRROR are addresses of other archives, SUITE is the release.
set -eu
if [ -n "${SNAPSHOT:-}" ]; then
  : "${MIRROR:=http://snapshot.debian.org/archive/debian/$SNAPSHOT}"
  : "${SECURITY_MIRROR:=http://snapshot.debian.org/archive/debian-security/$SNAPSHOT}"
fi
: "${MIRROR:=http://deb.debian.org/debian}" "${SECURITY_MIRROR:=http://deb.debian.org/debian-security}"
: "${SUITE:=bookworm}"
# The list of a snapshot is always past its date.
for place in "$MIRROR $SUITE" "$MIRROR $SUITE-updates" "$SECURITY_MIRROR $SUITE-security"; do
  echo "deb [check-valid-until=no signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $place main"
done

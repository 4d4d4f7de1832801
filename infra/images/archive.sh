#!/bin/sh
# Prints the lines of a sources.list: the Debian archive with its security updates. SNAPSHOT
# selects a snapshot of the archive, which always gives the same packages: 20261101T000000Z. MIRROR
# and SECURITY_MIRROR are addresses of other archives, SUITE is the release.
set -eu
if [ -n "${SNAPSHOT:-}" ]; then
  digits='[0-9][0-9]'
  case $SNAPSHOT in
    $digits$digits$digits${digits}T$digits$digits${digits}Z) ;;
    *)
      echo "archive.sh: SNAPSHOT is \"$SNAPSHOT\": write a moment in UTC such as 20261101T000000Z" >&2
      exit 1
      ;;
  esac
  # 20261101T000000Z -> 2026-11-01 00:00:00
  moment=$(echo "$SNAPSHOT" | sed 's/\(....\)\(..\)\(..\)T\(..\)\(..\)\(..\)Z/\1-\2-\3 \4:\5:\6/')
  if ! seconds=$(date -u -d "$moment" +%s 2> /dev/null) || [ "$seconds" -gt "$(date +%s)" ]; then
    echo "archive.sh: SNAPSHOT is \"$SNAPSHOT\": there is no such moment in the past" >&2
    exit 1
  fi
  : "${MIRROR:=http://snapshot.debian.org/archive/debian/$SNAPSHOT}"
  : "${SECURITY_MIRROR:=http://snapshot.debian.org/archive/debian-security/$SNAPSHOT}"
fi
: "${MIRROR:=http://deb.debian.org/debian}" "${SECURITY_MIRROR:=http://deb.debian.org/debian-security}"
: "${SUITE:=bookworm}"
# The list of a snapshot is always past its date.
for place in "$MIRROR $SUITE" "$MIRROR $SUITE-updates" "$SECURITY_MIRROR $SUITE-security"; do
  echo "deb [check-valid-until=no signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $place main"
done

#!/bin/sh
# Installs the Debian packages of these lists in a container.
# usage: install-packages.sh PACKAGE_LIST...
# archive.sh describes SNAPSHOT, MIRROR and SECURITY_MIRROR.
set -eu
rm -f /etc/apt/sources.list.d/debian.sources
"$(dirname -- "$0")/archive.sh" > /etc/apt/sources.list
apt-get update -qq
# Unquoted: names without spaces.
DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends $(cat "$@") > /dev/null
rm -rf /var/cache/* /var/lib/apt/lists/* /var/log/*

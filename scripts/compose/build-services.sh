#!/bin/sh
# Builds localhost/errand-test-postgres and localhost/errand-test-nginx from Debian packages, as stand-ins for
# the images postgres and nginx where no registry can be reached. They understand what infra/compose.yaml
# gives them, and no more. Needs root, mmdebstrap and buildah.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
export BUILDAH_ISOLATION=chroot
work=$(mktemp -d "${TMPDIR:-/var/tmp}/errand-services-XXXXXX")
trap 'rm -rf "$work"' EXIT
printf 'ca-certificates\nnginx-light\npostgresql-15\nutil-linux\n' > "$work/packages"
"$here/../../infra/images/build-root.sh" "$work/root.tar" "$work/packages"

# $1: image, $2: command as a JSON list, $3: signal that ends it
build() {
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/root.tar" / > /dev/null
  buildah copy --quiet --chmod 0755 "$container" "$here/start-postgres.sh" /usr/local/bin/start-postgres > /dev/null
  buildah run "$container" mkdir -p /var/log/nginx
  buildah config --env PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --stop-signal "$3" --cmd "$2" "$container"
  buildah commit --quiet --rm "$container" "$1" > /dev/null
  echo "$1"
}

build localhost/errand-test-postgres:latest '["start-postgres"]' SIGINT
build localhost/errand-test-nginx:latest '["nginx", "-g", "daemon off;"]' SIGQUIT

#!/bin/sh
# Builds the images errand-control-plane, errand-worker and errand-stream-gateway from this checkout,
# with packages of Debian and npm only: no image is pulled. Run it as root on Debian; it needs
# mmdebstrap, buildah and npx.
# usage: build.sh [APP...]     TAG is the tag, default: the version in package.json
# ROOTS keeps the file systems without the apps in that folder, so that the next build is quicker.
# SNAPSHOT, MIRROR, SECURITY_MIRROR, SUITE: see archive.sh. npm uses the registry of your npm
# configuration.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
root=$here/../..
[ $# -gt 0 ] || set -- control-plane worker stream-gateway
: "${TAG:=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$root/package.json")}"
# One timestamp in every file and in the image, so that equal contents make equal images.
: "${SOURCE_DATE_EPOCH:=1767225600}"
export SOURCE_DATE_EPOCH BUILDAH_ISOLATION=chroot
work=$(mktemp -d "${TMPDIR:-/var/tmp}/errand-images-XXXXXX")
trap 'rm -rf "$work"' EXIT

for app in "$@"; do
  release=$work/$app
  mkdir "$release"
  # The control plane serves the guide.
  docs=
  if [ "$app" = control-plane ]; then docs=apps/docs; fi
  git -C "$root" ls-files -z -- package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc \
    patches bin openapi packages prisma prisma.config.ts scripts/errand "apps/$app" $docs |
    tar -c -C "$root" --null -T - | tar -x -C "$release"
  "$here/install-app.sh" "$app" "$release" >&2

  lists=$here/packages-base.txt
  if [ "$app" = worker ]; then lists="$lists $here/packages-worker.txt"; fi
  file_system=${ROOTS:-$work}/$app.tar
  # Unquoted: file names without spaces.
  [ -e "$file_system" ] || "$here/build-root.sh" "$file_system" $lists

  # The command of `pnpm start`, as words.
  start=$(sed -n 's/^ *"start": "\(.*\)",$/\1/p' "$root/apps/$app/package.json")
  command=$(printf '"%s",' $start | sed 's/,$//')

  container=$(buildah from scratch)
  buildah add --quiet "$container" "$file_system" / >/dev/null
  buildah copy --quiet --chown 0:0 "$container" "$release" /app >/dev/null
  if [ "$app" = worker ]; then
    buildah copy --quiet "$container" "$root/packages/task-runner/src/browser/policies" /etc/chromium/policies/managed >/dev/null
  fi
  buildah config --user 10001:0 --workingdir "/app/apps/$app" --stop-signal SIGTERM \
    --env PATH=/app/bin:/app/node_modules/.bin:/usr/bin:/bin --env HOME=/tmp --env NODE_ENV=production \
    --entrypoint '["tini", "--"]' --cmd "[$command]" \
    --label "org.opencontainers.image.title=errand-$app" \
    --label "org.opencontainers.image.version=$TAG" "$container"
  buildah commit --quiet --rm --timestamp "$SOURCE_DATE_EPOCH" "$container" "localhost/errand-$app:$TAG" >/dev/null
  echo "localhost/errand-$app:$TAG"
done

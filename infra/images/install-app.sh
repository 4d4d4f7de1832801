#!/bin/sh
# Installs the npm packages of one app into a copy of the sources in FOLDER, and removes other apps and tests.
# usage: install-app.sh APP FOLDER
set -eu
app=$1
cd "$2"
if [ -e .git ]; then
  echo "install-app.sh: $PWD is a checkout, whose tests would be removed: give a copy" >&2
  exit 1
fi
# The control plane serves the guide.
docs=docs
if [ "$app" != control-plane ]; then docs=$app; fi
# Builds the console in a copy, so that its build packages do not get into the image.
if [ "$app" = control-plane ]; then
  copy=$(mktemp -d)
  bundle=$(mktemp -d)
  cp -R . "$copy"
  (
    cd "$copy"
    npx -y pnpm@12.21.0 install --frozen-lockfile --filter '@errand/console...'
    node apps/console/src/bundle/main.ts "$bundle"
  )
  rm -rf "$copy"
fi
find apps -mindepth 1 -maxdepth 1 -not -name "$app" -not -name "$docs" -exec rm -rf {} +
if [ "$app" = control-plane ]; then
  chmod 755 "$bundle"
  mkdir apps/console
  mv "$bundle" apps/console/dist
fi
npx -y pnpm@12.21.0 install --prod --frozen-lockfile --package-import-method copy --filter-prod "@errand/$app..."
if [ "$app" = control-plane ]; then
  PATH="$PWD/node_modules/.bin:$PATH" packages/database-schema/node_modules/.bin/prisma generate --no-hints
fi
# Removes tests, Node's headers, and files that name folders and times of the build machine.
find apps packages -name '*.test.ts' -not -path '*/node_modules/*' -delete
rm -rf node_modules/.pnpm/node-linux-*/node_modules/node-linux-*/include
rm -rf node_modules/.cache node_modules/.modules.yaml node_modules/.pnpm-workspace-state-v1.json

#!/bin/sh
# Installs the npm packages of one app into the sources in FOLDER, and leaves out what only tests need.
# usage: install-app.sh APP FOLDER
set -eu
app=$1
cd "$2"
npx -y pnpm@12.21.0 install --prod --frozen-lockfile --package-import-method copy --filter-prod "@errand/$app..."
if [ "$app" = control-plane ]; then
  PATH="$PWD/node_modules/.bin:$PATH" packages/database-schema/node_modules/.bin/prisma generate --no-hints
fi
# Tests, Node's headers, and what names folders and times of the building machine.
find apps packages -name '*.test.ts' -not -path '*/node_modules/*' -delete
rm -rf node_modules/.pnpm/node-linux-*/node_modules/node-linux-*/include
rm -rf node_modules/.cache node_modules/.modules.yaml node_modules/.pnpm-workspace-state-v1.json

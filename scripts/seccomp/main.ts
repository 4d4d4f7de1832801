// Generates infra/seccomp/chromium.json from the default profile of this machine's containers, or
// checks that it is up to date. Debian: golang-github-containers-common.
// usage: main.ts [--check] [DEFAULT_PROFILE]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { allowSandbox, profileSchema } from './allow-sandbox.ts';

const PROFILE = fileURLToPath(new URL('../../infra/seccomp/chromium.json', import.meta.url));

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [source = '/usr/share/containers/seccomp.json'] = positionals;
const made = allowSandbox(profileSchema.parse(JSON.parse(readFileSync(source, 'utf8'))));
if (!values.check) {
  writeFileSync(PROFILE, `${JSON.stringify(made, undefined, 1)}\n`);
} else if (isDeepStrictEqual(JSON.parse(readFileSync(PROFILE, 'utf8')), made)) {
  console.log(`infra/seccomp/chromium.json is ${source} with the calls of Chromium's sandbox`);
} else {
  console.error(`infra/seccomp/chromium.json is not made from ${source}: run this without --check`);
  process.exitCode = 1;
}

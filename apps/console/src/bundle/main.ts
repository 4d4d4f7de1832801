// Builds the console: without an argument for this checkout, if its sources have changed; with a
// folder into that folder, and prints the sizes.
// usage: main.ts [FOLDER]
import { buildBundle } from './build-bundle.ts';
import { ensureBundle } from './ensure-bundle.ts';
import { INITIAL_LIMIT } from './initial-size.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.log(`The console's bundle: ${await ensureBundle()}.`);
} else {
  // Overrides the caller's value, or else React's development checks would be in the bundle.
  process.env['NODE_ENV'] = 'production';
  const initial = await buildBundle(folder);
  console.log(`First page: ${initial} of at most ${INITIAL_LIMIT} bytes of JavaScript (gzip).`);
}

// Builds the console. Without an argument, for this checkout, if its sources have changed; with a
// folder, into that folder, and prints the sizes.
// usage: main.ts [FOLDER]
import { buildBundle } from './build-bundle.ts';
import { ensureBundle } from './ensure-bundle.ts';
import { INITIAL_LIMIT } from './initial-size.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.log(`The console's bundle: ${await ensureBundle()}.`);
} else {
  // Whatever it is where this runs: else React's checks for developers would be in the bundle.
  process.env['NODE_ENV'] = 'production';
  const initial = await buildBundle(folder);
  console.log(`First page: ${initial} of at most ${INITIAL_LIMIT} bytes of JavaScript (gzip).`);
}

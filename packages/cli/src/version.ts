import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Version of the command line and the client, which are released together. */
export const VERSION = (JSON.parse(manifest) as { readonly version: string }).version;

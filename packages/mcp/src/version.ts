import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Version of the MCP server, which is released together with the control plane. */
export const VERSION = (JSON.parse(manifest) as { readonly version: string }).version;

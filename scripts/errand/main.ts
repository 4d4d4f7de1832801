// npm run errand -- COMMAND: the command line of the control plane, on DATABASE_URL or the local installation that runs.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSecrets } from '../start/data-directory.ts';

const directory = fileURLToPath(new URL('../../.errand/', import.meta.url));
const databaseUrl = `${directory}database-url`;

if (process.env['DATABASE_URL'] === undefined && existsSync(databaseUrl)) {
  process.env['DATABASE_URL'] = readFileSync(databaseUrl, 'utf8');
  process.env['SEALING_KEYS'] ??= readSecrets(directory).sealingKey;
}
await import('../../apps/control-plane/src/command-line/main.ts');
process.disconnect?.();

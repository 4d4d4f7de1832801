import { readSecrets } from '@errand/local-installation';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../.errand/', import.meta.url));
const databaseUrl = `${directory}database-url`;

/** Without a DATABASE_URL, takes it and the keys from the `npm start` that runs on this machine. */
export function useLocalInstallation(): void {
  if (process.env['DATABASE_URL'] !== undefined || !existsSync(databaseUrl)) return;
  process.env['DATABASE_URL'] = readFileSync(databaseUrl, 'utf8');
  process.env['SEALING_KEYS'] ??= readSecrets(directory).sealingKey;
}

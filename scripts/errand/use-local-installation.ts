import { findRunningInstallation } from '@errand/local-installation';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../.errand/', import.meta.url));

/** Without a DATABASE_URL, takes it and the keys from the `npm start` that runs on this machine. */
export function useLocalInstallation(): void {
  if (process.env['DATABASE_URL'] !== undefined) return;
  const running = findRunningInstallation(directory);
  if (running === undefined) return;
  process.env['DATABASE_URL'] = running.databaseUrl;
  process.env['SEALING_KEYS'] ??= running.sealingKey;
}

import { findRunningInstallation } from '@errand/local-installation';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../.errand/', import.meta.url));

/**
 * Without DATABASE_URL or a file for it, uses the URL, the keys and the file folder of the `npm
 * start` running on this machine.
 */
export function useLocalInstallation(): void {
  if (isSet('DATABASE_URL')) return;
  const running = findRunningInstallation(directory);
  if (running === undefined) return;
  process.env['DATABASE_URL'] = running.databaseUrl;
  if (!isSet('SEALING_KEYS')) process.env['SEALING_KEYS'] = running.sealingKey;
  if (isSet('STORAGE_DIRECTORY') || isSet('S3_ENDPOINT')) return;
  process.env['STORAGE_DIRECTORY'] = running.files;
  process.env['STORAGE_SIGNING_KEY'] = running.storageSigningKey;
}

function isSet(setting: string): boolean {
  return [setting, `${setting}_FILE`].some((name) => process.env[name] !== undefined);
}

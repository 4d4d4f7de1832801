import { findRunningInstallation } from '@errand/local-installation';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../.errand/', import.meta.url));

/**
 * Without a DATABASE_URL, or a file for it, takes it and the keys from the `npm start` that runs on
 * this machine.
 */
export function useLocalInstallation(): void {
  if (isSet('DATABASE_URL')) return;
  const running = findRunningInstallation(directory);
  if (running === undefined) return;
  process.env['DATABASE_URL'] = running.databaseUrl;
  if (!isSet('SEALING_KEYS')) process.env['SEALING_KEYS'] = running.sealingKey;
}

function isSet(setting: string): boolean {
  return [setting, `${setting}_FILE`].some((name) => process.env[name] !== undefined);
}

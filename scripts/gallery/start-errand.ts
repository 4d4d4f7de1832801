import { createApiClient, type ApiClient } from '@errand/local-installation';
import { join } from 'node:path';
import { parseFlags } from '../start/flags.ts';
import { startInstallation } from '../start/installation.ts';
import { ensureCommands } from '../system/ensure-commands.ts';

/** Starts the same parts as `npm start`, on free ports and with their data below the directory. */
export async function startErrand(
  owned: AsyncDisposableStack,
  options: {
    readonly root: string;
    readonly directory: string;
    readonly slots: number;
    readonly say: (line: string) => void;
  },
): Promise<ApiClient> {
  ensureCommands('run', options.say);
  const dataDirectory = join(options.directory, 'data');
  const args = ['--auto-ports', '--slots', String(options.slots), '--data-dir', dataDirectory];
  const installation = owned.use(
    await startInstallation(options.root, parseFlags(args, dataDirectory), process.env),
  );
  return createApiClient(installation.apiUrl, installation.apiKey);
}

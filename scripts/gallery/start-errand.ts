import { createApiClient, startInstallation, type ApiClient } from '@errand/local-installation';
import { join } from 'node:path';
import { chooseSettings } from '../start/choose-settings.ts';
import { ensureCommands } from '../system/ensure-commands.ts';

/** Starts the same parts as `npm start`, on free ports and with data below the directory. */
export async function startErrand(
  owned: AsyncDisposableStack,
  options: {
    readonly directory: string;
    readonly slots: number;
    readonly say: (line: string) => void;
  },
): Promise<ApiClient> {
  ensureCommands('run', options.say);
  const { apps: settings, environment } = chooseSettings(process.env);
  const installation = owned.use(
    await startInstallation({
      dataDirectory: join(options.directory, 'data'),
      autoPorts: true,
      workers: 1,
      slots: options.slots,
      environment,
      settings,
    }),
  );
  return createApiClient(installation.apiUrl, installation.apiKey);
}

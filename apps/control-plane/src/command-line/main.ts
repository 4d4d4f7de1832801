import { createLogger, parseSettings } from '@errand/app-runtime';
import { migrateDatabase, type MigrationReport } from '@errand/database-schema';
import { createSealer, parseSealingKeys, type Sealer } from '@errand/secrets';
import { z } from 'zod';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { createRetentionStore } from '../accounts/retention-store.ts';
import { labelAccount } from '../accounts/label-account.ts';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { createSigningSecretStore } from '../callbacks/signing-secret-store.ts';
import { connectDatabase } from '../database/connect-database.ts';
import { databaseSettings, readDatabaseAddress } from '../database/database-address.ts';
import { explainConnection } from '../database/explain-connection.ts';
import { queues } from '../jobs.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import { resealSecrets } from '../reseal/reseal-secrets.ts';
import { createSecretGrantStore } from '../secret-grants/secret-grant-store.ts';
import { createAccountDeletionStore } from '../retention/account-deletion-store.ts';
import { createWorkerPoolStore } from '../worker-pools/worker-pool-store.ts';
import { deleteTasks } from '../tasks/delete-tasks.ts';
import { openAdminClient } from './admin-client.ts';
import type { Stores } from './command.ts';
import { runCommand } from './run-command.ts';
import { USAGE, UsageError } from './usage-error.ts';

// Prints one line of JSON (or the usage, for `help`) on standard output, or a sentence on standard
// error and exit code 1 or 2 (wrong usage).
const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);
const settingsSchema = z.object(databaseSettings);
const sealingSchema = z.object({ SEALING_KEYS: z.string() });

try {
  await using opened = new AsyncDisposableStack();
  const commandLine = process.argv.slice(2);
  const answer = HELP.has(commandLine[0] ?? '')
    ? USAGE
    : JSON.stringify(
        await runCommand(commandLine, {
          openStores: () => openStores(opened),
          migrate,
          openAdmin: () => openAdminClient(process.env),
        }),
      );
  process.stdout.write(`${answer}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function migrate(): Promise<MigrationReport> {
  const { directUrl: url } = readDatabaseAddress(parseSettings(settingsSchema, process.env));
  try {
    return await migrateDatabase(url, process.env);
  } catch (error) {
    throw explainConnection(error, url);
  }
}

async function openStores(opened: AsyncDisposableStack): Promise<Stores> {
  const { directUrl: url } = readDatabaseAddress(parseSettings(settingsSchema, process.env));
  const database = opened.use(await connectDatabase({ url, poolSize: 1 }));
  return {
    accounts: createAccountStore(database),
    accountLimits: createAccountLimitStore(database),
    // Commands show only the account's own settings.
    retention: createRetentionStore(database, { taskDays: 0, fileDays: 0 }),
    accountDeletions: createAccountDeletionStore(database),
    apiKeys: createApiKeyStore(database),
    secretGrants: createSecretGrantStore(database),
    workerPools: createWorkerPoolStore(database),
    async labelAccount(accountId, label) {
      const logger = createLogger({ name: 'command-line', level: 'error' });
      await using queue = await startJobQueue({ url, queues, logger });
      await labelAccount({ database, queue }, accountId, label);
    },
    openSigningSecrets: () => createSigningSecretStore({ database, sealer: openSealer() }),
    resealSecrets: () => resealSecrets({ database, sealer: openSealer() }),
    deleteTasks: (chosen) => deleteTasks(database, chosen),
  };
}

function openSealer(): Sealer {
  const { SEALING_KEYS: keys } = parseSettings(sealingSchema, process.env);
  return createSealer({ keys: parseSealingKeys(keys) });
}

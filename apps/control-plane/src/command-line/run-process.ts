import { parseSettings, visibleText } from '@errand/app-runtime';
import { migrateDatabase, type MigrationReport } from '@errand/database-schema';
import { createSealer, parseSealingKeys, type Sealer } from '@errand/secrets';
import { z } from 'zod';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { createRetentionStore } from '../accounts/retention-store.ts';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { createSigningSecretStore } from '../callbacks/signing-secret-store.ts';
import { connectDatabase } from '../database/connect-database.ts';
import { databaseSettings, readDatabaseAddress } from '../database/database-address.ts';
import { explainConnection } from '../database/explain-connection.ts';
import { resealSecrets } from '../reseal/reseal-secrets.ts';
import { createSecretGrantStore } from '../secret-grants/secret-grant-store.ts';
import { createAccountDeletionStore } from '../retention/account-deletion-store.ts';
import { createWorkerPoolStore } from '../worker-pools/worker-pool-store.ts';
import { deleteTasks } from '../tasks/delete-tasks.ts';
import { openAdminClient } from './admin-client.ts';
import type { Stores } from './command.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const settingsSchema = z.object(databaseSettings);
const sealingSchema = z.object({ SEALING_KEYS: z.string() });

type Environment = NodeJS.ProcessEnv;

/**
 * Prints one line of JSON on standard output, or a sentence on standard error. Returns the exit
 * code: 0, 1, or 2 for wrong usage.
 */
export async function runProcess(
  commandLine: readonly string[],
  env: Environment,
): Promise<0 | 1 | 2> {
  try {
    await using opened = new AsyncDisposableStack();
    const answer = await runCommand(commandLine, {
      openStores: () => openStores(opened, env),
      migrate: () => migrate(env),
      openAdmin: () => openAdminClient(env),
    });
    process.stdout.write(`${visibleText(JSON.stringify(answer))}\n`);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${visibleText(message)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function migrate(env: Environment): Promise<MigrationReport> {
  const { directUrl: url } = readDatabaseAddress(parseSettings(settingsSchema, env));
  try {
    return await migrateDatabase(url, env);
  } catch (error) {
    throw explainConnection(error, url);
  }
}

async function openStores(opened: AsyncDisposableStack, env: Environment): Promise<Stores> {
  const { directUrl: url } = readDatabaseAddress(parseSettings(settingsSchema, env));
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
      const { moveAccount } = await import('./move-account.ts');
      await moveAccount({ database, url, accountId, label });
    },
    openSigningSecrets: () => createSigningSecretStore({ database, sealer: openSealer(env) }),
    resealSecrets: () => resealSecrets({ database, sealer: openSealer(env) }),
    deleteTasks: (chosen) => deleteTasks(database, chosen),
  };
}

function openSealer(env: Environment): Sealer {
  const { SEALING_KEYS: keys } = parseSettings(sealingSchema, env);
  return createSealer({ keys: parseSealingKeys(keys) });
}

import { createAccount, listAccounts } from './account-commands.ts';
import * as admin from './admin-commands.ts';
import type { Command, CommandTools, OfflineCommand, RemoteCommand } from './command.ts';
import { migrateDatabase } from './database-commands.ts';
import { deleteAccount, listDeletions } from './deletion-commands.ts';
import { createKey, listKeys, revokeKey } from './key-commands.ts';
import { limitAccount } from './limit-command.ts';
import { limitAllAccounts } from './run-limits.ts';
import { labelAccount } from './label-command.ts';
import { createPool, listPools, revokePool, rotatePool } from './pool-commands.ts';
import { setRetention } from './retention-command.ts';
import { grantSecrets, listGrants, resealSecrets, revokeGrant } from './secret-commands.ts';
import { rotateSigningSecret, showSigningSecrets } from './signing-secret-commands.ts';
import { deleteOldTasks } from './task-commands.ts';
import { createStreamKey } from './stream-key-commands.ts';
import { UsageError } from './usage-error.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  'accounts create': createAccount,
  'accounts list': listAccounts,
  'accounts label': labelAccount,
  'accounts limit': limitAccount,
  'accounts default-limit': limitAllAccounts,
  'accounts retention': setRetention,
  'accounts delete': deleteAccount,
  'accounts deletions': listDeletions,
  'keys create': createKey,
  'keys list': listKeys,
  'keys revoke': revokeKey,
  'pools create': createPool,
  'pools list': listPools,
  'pools revoke': revokePool,
  'pools rotate': rotatePool,
  'secrets grant': grantSecrets,
  'secrets grants': listGrants,
  'secrets reseal': resealSecrets,
  'secrets revoke': revokeGrant,
  'tasks delete': deleteOldTasks,
  'signing-secrets show': showSigningSecrets,
  'signing-secrets rotate': rotateSigningSecret,
};

const OFFLINE_COMMANDS: Readonly<Record<string, OfflineCommand>> = {
  'stream-keys create': createStreamKey,
};

const REMOTE_COMMANDS: Readonly<Record<string, RemoteCommand>> = {
  'demand show': admin.showDemand,
  'pauses create': admin.createPause,
  'pauses end': admin.endPause,
  'pauses list': admin.listPauses,
  'quotas set': admin.setQuotas,
  'quotas show': admin.showQuotas,
  'sessions end': admin.endSession,
  'sessions list': admin.listSessions,
  'tasks purge': admin.purgeTasks,
  'workers drain': admin.drainWorker,
  'workers list': admin.listWorkers,
  'workers resume': admin.resumeWorker,
};

/** All commands except `queue-check`, `sweep-storage` and `fleet`, which are separate programs. */
export const COMMAND_NAMES: readonly string[] = [
  'database migrate',
  ...Object.keys(COMMANDS),
  ...Object.keys(OFFLINE_COMMANDS),
  ...Object.keys(REMOTE_COMMANDS),
];

/** Runs the command that the first two words name. Throws what the command throws. */
export async function runCommand(
  commandLine: readonly string[],
  { openStores, migrate, openAdmin }: CommandTools,
): Promise<object> {
  const [group = '', verb = '', ...args] = commandLine;
  const name = `${group} ${verb}`.trim();
  const offline = Object.hasOwn(OFFLINE_COMMANDS, name) ? OFFLINE_COMMANDS[name] : undefined;
  if (offline) return offline(args);
  const remote = Object.hasOwn(REMOTE_COMMANDS, name) ? REMOTE_COMMANDS[name] : undefined;
  if (remote) return remote(args, openAdmin());
  if (name === 'database migrate') return migrateDatabase(args, migrate);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === '') throw new UsageError('A command is missing.');
  if (!command) throw new UsageError(`There is no command "${name}".`);
  return command(args, await openStores());
}

import { createSealer } from '@errand/secrets';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { labelAccount } from '../accounts/label-account.ts';
import type { CommandTools, Stores } from '../command-line/command.ts';
import { runCommand } from '../command-line/run-command.ts';
import { resealSecrets } from '../reseal/reseal-secrets.ts';
import { createWorkerPoolStore } from '../worker-pools/worker-pool-store.ts';
import type { TestApp } from './start-test-app.ts';

/** Sealing keys: a newer one, then the app's own. */
export const rotatedKeys = [
  { id: 'new', key: Buffer.alloc(32, 9) },
  { id: 'test', key: Buffer.alloc(32, 1) },
];

/** Returns a function that runs a command line on the app's database. */
export function createRunner(app: TestApp, changes: Partial<Stores> = {}) {
  const stores = { ...openStoresOf(app), ...changes };
  const tools: CommandTools = {
    openStores: () => Promise.resolve(stores),
    migrate: refuseTool,
    openAdmin: refuseAdmin,
  };
  return async (...commandLine: string[]): Promise<Record<string, unknown>> => ({
    ...(await runCommand(commandLine, tools)),
  });
}

/** Returns a function that runs commands which call a control plane. */
export function createRemoteRunner(openAdmin: CommandTools['openAdmin']) {
  const tools: CommandTools = { openStores: refuseTool, migrate: refuseTool, openAdmin };
  return async (...commandLine: string[]): Promise<Record<string, unknown>> => ({
    ...(await runCommand(commandLine, tools)),
  });
}

export function refuseAdmin(): never {
  throw new Error('This command calls no control plane.');
}

/** Stands in for a tool that the command must not use. */
export function refuseTool(): Promise<never> {
  return Promise.reject(new Error('This command needs no such thing.'));
}

function openStoresOf({ database, dependencies, queue }: TestApp): Stores {
  return {
    accounts: createAccountStore(database),
    accountLimits: createAccountLimitStore(database),
    retention: dependencies.retention,
    accountDeletions: dependencies.accountDeletions,
    apiKeys: dependencies.apiKeys,
    secretGrants: dependencies.secretGrants,
    workerPools: createWorkerPoolStore(database),
    labelAccount: (accountId, label) => labelAccount({ database, queue }, accountId, label),
    openSigningSecrets: () => dependencies.signingSecrets,
    resealSecrets: () => resealSecrets({ database, sealer: createSealer({ keys: rotatedKeys }) }),
    deleteTasks: () => Promise.resolve(0),
  };
}

import type { AccountLimitStore } from '../accounts/account-limits.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { RetentionStore } from '../accounts/retention-store.ts';
import type { AccountDeletionStore } from '../retention/account-deletion-store.ts';
import type { ApiKeyStore } from '../api-keys/api-key-store.ts';
import type { SigningSecretStore } from '../callbacks/signing-secret-store.ts';
import type { resealSecrets } from '../reseal/reseal-secrets.ts';
import type { SecretGrantStore } from '../secret-grants/secret-grant-store.ts';
import type { MigrationReport } from '@errand/database-schema';
import type { AdminClient } from './admin-client.ts';
import type { WorkerPoolStore } from '../worker-pools/worker-pool-store.ts';

export interface Stores {
  readonly accounts: AccountStore;
  readonly accountLimits: AccountLimitStore;
  readonly retention: RetentionStore;
  readonly accountDeletions: AccountDeletionStore;
  readonly apiKeys: ApiKeyStore;
  readonly secretGrants: SecretGrantStore;
  readonly workerPools: WorkerPoolStore;
  /** Opens the job queue, because it moves permits. */
  readonly labelAccount: (accountId: string, label: string | null) => Promise<void>;
  /** The next two need a setting that no other command needs. */
  readonly openSigningSecrets: () => SigningSecretStore;
  readonly resealSecrets: () => ReturnType<typeof resealSecrets>;
  readonly deleteTasks: (chosen: {
    readonly accountId: string;
    readonly endedDaysAgo: number;
  }) => Promise<number>;
}

/** Returns the object to print as JSON. Throws UsageError, or a DomainError of a store. */
export type Command = (args: readonly string[], stores: Stores) => Promise<object>;

/** A command that calls a running control plane; changes are in its audit log. */
export type RemoteCommand = (args: readonly string[], admin: AdminClient) => Promise<object>;

/** A command that does not need a database. */
export type OfflineCommand = (args: readonly string[]) => object;

/** Migrates the database to this version before stores are opened on it. */
export type Migrate = () => Promise<MigrationReport>;

/** What commands run with; stores are opened only for commands that need them. */
export interface CommandTools {
  readonly openStores: () => Promise<Stores>;
  readonly migrate: Migrate;
  readonly openAdmin: () => AdminClient;
}

import { loadErrandDocument, WORKER_PROTOCOL, type WorkerProtocol } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import type { EgressGuard } from '@errand/egress-guard';
import type { ObjectStorage } from '@errand/object-storage';
import { createSecretProviders, type Sealer, type SecretCredentials } from '@errand/secrets';
import { createAccountStore } from './accounts/account-store.ts';
import { createQuotaStore } from './accounts/quota-store.ts';
import { type ApiKeyStore, createApiKeyStore } from './api-keys/api-key-store.ts';
import { createCookieSessionStore } from './api-keys/cookie-session-store.ts';
import { createArtifactStore } from './artifacts/artifact-store.ts';
import { createDeliveryLog } from './callbacks/delivery-log.ts';
import { createDeliveryStore } from './callbacks/delivery-store.ts';
import { createMailLimit } from './callbacks/mail-limit.ts';
import { createReceiverTest } from './callbacks/receiver-test.ts';
import { createSigningSecretStore } from './callbacks/signing-secret-store.ts';
import type { Database } from './database/connect-database.ts';
import { createDebugSessionStore } from './debug-sessions/debug-session-store.ts';
import { createSessionFeed } from './debug-sessions/session-feed.ts';
import { createDemandStore } from './demand/demand-store.ts';
import type { Dependencies } from './dependencies.ts';
import { createAccountFeed } from './events/account-feed.ts';
import { createEventTickets } from './events/event-tickets.ts';
import { createKeyWatch } from './events/key-watch.ts';
import { createListenerPlaces } from './events/listener-places.ts';
import { createTaskFeed } from './events/task-feed.ts';
import { createTaskWatch, type TaskWatch } from './events/watch-tasks.ts';
import { createReadinessChecks } from './health/readiness-checks.ts';
import { createAudit } from './http/audit.ts';
import { createBodyCheck } from './http/check-body.ts';
import { createHumanWaitStore } from './human-waits/human-wait-store.ts';
import { createInputFileStore, type InputFileStore } from './input-files/input-file-store.ts';
import { createAccountCredentials } from './integrations/account-credentials.ts';
import { createIntegrationStore } from './integrations/integration-store.ts';
import { createLeaseStore } from './leases/lease-store.ts';
import { createDemoStore } from './legacy/demo-store.ts';
import { createInferenceRequestStore } from './legacy/inference-request-store.ts';
import { createScreenWatch } from './live-view/screen-watch.ts';
import { createStreamUrls, type LiveViewSettings } from './live-view/stream-urls.ts';
import { createViewerStore } from './live-view/viewer-store.ts';
import { createWaitStore } from './login-queues/wait-store.ts';
import { createMessageReader } from './messages/message-reader.ts';
import { createPauseStore } from './pauses/pause-store.ts';
import { checkQueue, type QueueReport } from './queue-check/check-queue.ts';
import { CHECKS } from './queue-check/check-registry.ts';
import { createWorkerList } from './queue-check/list-workers-store.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { RetentionPeriods } from './accounts/retention-periods.ts';
import { createRetentionStore } from './accounts/retention-store.ts';
import { createAccountDeletionStore } from './retention/account-deletion-store.ts';
import { createRecordingStore } from './recordings/recording-store.ts';
import { createScheduleStore } from './schedules/schedule-store.ts';
import { createSecretGrantStore } from './secret-grants/secret-grant-store.ts';
import { createSecretResolver } from './secrets/secret-resolver.ts';
import { createVaultAccess } from './secrets/vault-access.ts';
import { createStatisticsStore } from './statistics/statistics-store.ts';
import { createRoomCheck } from './storage-quotas/room-check.ts';
import type { StorageLimits } from './storage-quotas/storage-limits.ts';
import { purgeTasks } from './tasks/purge-tasks.ts';
import type { Observer } from './telemetry/observer.ts';
import { createErrorPages } from './http/error-pages.ts';
import { createTraceUrls } from './traces/trace-urls.ts';
import { createTaskStore } from './tasks/task-store.ts';
import type { Bell } from './transitions/bell.ts';
import { createTagReserve } from './transitions/reserve-tags.ts';
import { createPendingUploads } from './uploads/pending-uploads.ts';
import { createSessionList } from './warm-sessions/session-list.ts';
import { createSessionStore } from './warm-sessions/session-store.ts';
import { createDrainStore } from './workers/drain-store.ts';
import { listOwnAddresses } from './workers/list-own-addresses.ts';
import { createWorkerRegister } from './workers/worker-register.ts';
import { createWorkspaceStore } from './workspaces/workspace-store.ts';

const MAX_DEBUG_SESSIONS = 2;

interface Parts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly bell: Bell;
  readonly storage: ObjectStorage;
  readonly storageLimits: StorageLimits;
  /** Periods of accounts without their own. */
  readonly retention: RetentionPeriods;
  /** Emails per day of an account without its own limit; undefined: unlimited. */
  readonly mailsPerDay: number | undefined;
  readonly sealer: Sealer;
  readonly egress: EgressGuard;
  /** URL at which clients, workers and people reach this server. */
  readonly publicUrl: string;
  /** Token of the built-in worker pool; undefined: there is none. */
  readonly workerToken: string | undefined;
  /** Credentials of the installation's vaults, for accounts with a grant. */
  readonly secretCredentials: SecretCredentials;
  readonly secretTimeoutMs: number;
  /** Base URLs of the APIs of Slack and Twilio. */
  readonly slackUrl: string;
  readonly twilioUrl: string;
  readonly logger: Logger;
  /** Default: none. */
  readonly observer?: Observer | undefined;
  readonly leaseSeconds: number;
  readonly localLeaseSeconds: number;
  readonly timeoutGraceSeconds?: number | undefined;
  readonly downloadUrlExpirySeconds: number;
  /** Debug sessions that an account without its own limit may have open. Default 2. */
  readonly maxDebugSessions?: number | undefined;
  /** Event streams that an account may have open in this process. Default 50. */
  readonly maxListenersOfAccount?: number;
  /** Milliseconds after which an event stream ends. Default: an hour. */
  readonly longestStreamMs?: number | undefined;
  /** Default: this release's version. */
  readonly workerProtocol?: WorkerProtocol | undefined;
  readonly leaving: AbortSignal;
  readonly draining: AbortSignal;
  /** Undefined: there is no live view. */
  readonly liveView?: LiveViewSettings | undefined;
}

/** Builds the stores from parts with a life cycle, which the caller owns and disposes. */
export function createDependencies(parts: Parts): Dependencies {
  const { database, storage, downloadUrlExpirySeconds, draining } = parts;
  const watch = createTaskWatch(database);
  const signingSecrets = createSigningSecretStore(parts);
  const uploads = createPendingUploads(parts);
  const apiKeys = createApiKeyStore(database);
  const inputFiles = createInputFileStore({ ...parts, uploads });
  const recordings = createRecordingStore(parts);
  return {
    apiKeys,
    cookieSessions: createCookieSessionStore(database, parts.publicUrl),
    errorPages: createErrorPages(parts.publicUrl),
    recordings,
    workspaces: createWorkspaceStore(database),
    ...createSubmissionParts(parts, inputFiles),
    inferenceRequests: createInferenceRequestStore(database),
    demos: createDemoStore({ ...parts, uploads }),
    ...createSecretUsers({ ...parts, recordings, inputFiles }),
    checkQueue: (signal) => checkAndCount(parts, signal),
    workers: createWorkerList(database),
    ...createAdminParts(parts),
    workerRegister: createWorkerRegister(parts),
    ownAddresses: listOwnAddresses(parts.publicUrl, parts.liveView?.streamPublicUrl),
    leases: createLeaseStore(parts),
    bell: parts.bell,
    sessions: createSessionStore(parts),
    humanWaits: createHumanWaitStore({ ...parts, watch }),
    artifacts: createArtifactStore(parts),
    deliveries: createDeliveryStore({ ...parts, signingSecrets }),
    signingSecrets,
    receiverTest: createReceiverTest({ ...parts, signingSecrets }),
    ...createEventParts(parts, { apiKeys, watch }),
    ...createOverviews(parts),
    streamUrls: createStreamUrls(database, parts.liveView),
    viewers: createViewerStore(parts),
    screens: createScreenWatch({ database, watch }),
    storage,
    storageLimits: parts.storageLimits,
    retention: createRetentionStore(database, parts.retention),
    mailLimit: createMailLimit(database, parts.mailsPerDay),
    uploads,
    inputFiles,
    egress: parts.egress,
    downloadUrlExpirySeconds,
    readiness: createReadinessChecks(database, storage),
    workerProtocol: parts.workerProtocol ?? WORKER_PROTOCOL,
    leaving: parts.leaving,
    draining,
  };
}

/**
 * Builds the readers of secrets, and the debug sessions, which check the secrets they open with.
 */
function createSecretUsers(parts: Parts & Pick<Dependencies, 'recordings' | 'inputFiles'>) {
  const secretParts = createSecretParts(parts);
  const debugSessions = createDebugSessionStore({
    ...parts,
    ...secretParts,
    artifacts: createArtifactStore(parts),
    reserveTag: createTagReserve(parts.database),
    assertRoom: createRoomCheck(parts.database, parts.storageLimits),
    maxDebugSessions: parts.maxDebugSessions ?? MAX_DEBUG_SESSIONS,
  });
  return { ...secretParts, debugSessions };
}

/** Builds the parts that follow tasks. */
function createEventParts(
  parts: Parts,
  { apiKeys, watch }: { readonly apiKeys: ApiKeyStore; readonly watch: TaskWatch },
): Pick<
  Dependencies,
  'taskFeed' | 'accountFeed' | 'sessionFeed' | 'eventTickets' | 'keyWatch' | 'traceUrls'
> {
  const places = createListenerPlaces({ ...parts, longestMs: parts.longestStreamMs });
  const eventTickets = createEventTickets({ ...parts, apiKeys });
  return {
    taskFeed: createTaskFeed({ ...parts, watch, places }),
    accountFeed: createAccountFeed({ ...parts, places }),
    sessionFeed: createSessionFeed({ ...parts, places }),
    eventTickets,
    keyWatch: createKeyWatch({ ...parts, pool: parts.database.pool }),
    traceUrls: createTraceUrls(eventTickets, parts.publicUrl),
  };
}

/** Builds the parts with which clients read about all tasks of an account. */
function createOverviews(parts: Parts): Pick<Dependencies, 'waits' | 'deliveryLog' | 'statistics'> {
  return {
    waits: createWaitStore(parts),
    deliveryLog: createDeliveryLog(parts),
    statistics: createStatisticsStore(parts.database),
  };
}

/** Builds the parts that store tasks. */
function createSubmissionParts(
  parts: Parts,
  inputFiles: InputFileStore,
): Pick<Dependencies, 'tasks' | 'schedules' | 'checkSubmissionBody'> {
  return {
    tasks: createTaskStore({ ...parts, inputFiles }),
    schedules: createScheduleStore(parts),
    checkSubmissionBody: createBodyCheck(loadErrandDocument, 'SubmitTaskRequest'),
  };
}

/** Builds the parts that only operators use. */
function createAdminParts(
  parts: Parts,
): Pick<
  Dependencies,
  | 'demand'
  | 'pauses'
  | 'audit'
  | 'drains'
  | 'sessionList'
  | 'quotas'
  | 'usualQuotas'
  | 'accounts'
  | 'accountDeletions'
  | 'purge'
> {
  return {
    demand: createDemandStore(parts),
    pauses: createPauseStore(parts),
    audit: createAudit(parts.logger),
    drains: createDrainStore(parts),
    sessionList: createSessionList(parts.database),
    quotas: createQuotaStore(parts.database),
    usualQuotas: {
      storage_bytes: parts.storageLimits.accountBytes,
      mails_per_day: parts.mailsPerDay,
      debug_sessions: parts.maxDebugSessions ?? MAX_DEBUG_SESSIONS,
    },
    accounts: createAccountStore(parts.database),
    accountDeletions: createAccountDeletionStore(parts.database),
    purge: (target, options) => purgeTasks(parts, target, options),
  };
}

async function checkAndCount(
  { database, observer }: Pick<Parts, 'database' | 'observer'>,
  signal: AbortSignal | undefined,
): Promise<QueueReport> {
  const report = await checkQueue(database, signal);
  observer?.queueChecked(
    CHECKS.map(({ kind, severity }) => ({ kind, severity, count: report.counts[kind] ?? 0 })),
  );
  return report;
}

/** Builds the stores of an account's integrations, and the readers that use them for workers. */
function createSecretParts(
  parts: Parts,
): Pick<Dependencies, 'integrations' | 'messages' | 'secrets' | 'secretGrants' | 'vaultAccess'> {
  const integrations = createIntegrationStore(parts);
  const secretGrants = createSecretGrantStore(parts.database);
  const amazonEndpoint = parts.secretCredentials.amazonSecretsManager?.endpoint;
  const ownCredentials = createAccountCredentials({ ...parts, integrations, amazonEndpoint });
  const vaultAccess = createVaultAccess({
    ...parts,
    integrations,
    ownCredentials,
    grants: secretGrants,
  });
  const secretProviders = createSecretProviders({ timeoutMs: parts.secretTimeoutMs });
  return {
    integrations,
    secretGrants,
    vaultAccess,
    messages: createMessageReader({ ...parts, integrations }),
    secrets: createSecretResolver({ ...parts, secretProviders, vaultAccess }),
  };
}

import type { WorkerProtocol } from '@errand/api-types';
import type { EgressGuard } from '@errand/egress-guard';
import type { ObjectStorage } from '@errand/object-storage';
import type { AccountStore } from './accounts/account-store.ts';
import type { QuotaStore, UsualQuotas } from './accounts/quota-store.ts';
import type { ApiKeyStore } from './api-keys/api-key-store.ts';
import type { CookieSessionStore } from './api-keys/cookie-session-store.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import type { DeliveryLog } from './callbacks/delivery-log.ts';
import type { DeliveryStore } from './callbacks/delivery-store.ts';
import type { MailLimit } from './callbacks/mail-limit.ts';
import type { ReceiverTest } from './callbacks/receiver-test.ts';
import type { SigningSecretStore } from './callbacks/signing-secret-store.ts';
import type { DebugSessionStore } from './debug-sessions/debug-session-store.ts';
import type { SessionFeed } from './debug-sessions/session-feed.ts';
import type { DemandStore } from './demand/demand-store.ts';
import type { AccountFeed } from './events/account-feed.ts';
import type { EventTickets } from './events/event-tickets.ts';
import type { KeyWatch } from './events/key-watch.ts';
import type { TaskFeed } from './events/task-feed.ts';
import type { Audit } from './http/audit.ts';
import type { CheckBody } from './http/check-body.ts';
import type { ErrorPages } from './http/error-pages.ts';
import type { HumanWaitStore } from './human-waits/human-wait-store.ts';
import type { InputFileStore } from './input-files/input-file-store.ts';
import type { IntegrationStore } from './integrations/integration-store.ts';
import type { LeaseStore } from './leases/lease-store.ts';
import type { DemoStore } from './legacy/demo-store.ts';
import type { InferenceRequestStore } from './legacy/inference-request-store.ts';
import type { ScreenWatch } from './live-view/screen-watch.ts';
import type { StreamUrls } from './live-view/stream-urls.ts';
import type { ViewerStore } from './live-view/viewer-store.ts';
import type { WaitStore } from './login-queues/wait-store.ts';
import type { MessageReader } from './messages/message-reader.ts';
import type { QueueReport } from './queue-check/check-queue.ts';
import type { PauseStore } from './pauses/pause-store.ts';
import type { WorkerList } from './queue-check/list-workers-store.ts';
import type { RetentionStore } from './accounts/retention-store.ts';
import type { AccountDeletionStore } from './retention/account-deletion-store.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import type { ScheduleStore } from './schedules/schedule-store.ts';
import type { SecretGrantStore } from './secret-grants/secret-grant-store.ts';
import type { SecretResolver } from './secrets/secret-resolver.ts';
import type { VaultAccess } from './secrets/vault-access.ts';
import type { StatisticsStore } from './statistics/statistics-store.ts';
import type { StorageLimits } from './storage-quotas/storage-limits.ts';
import type { Purge } from './tasks/purge-tasks.route.ts';
import type { TraceUrls } from './traces/trace-urls.ts';
import type { TaskStore } from './tasks/task-store.ts';
import type { Bell } from './transitions/bell.ts';
import type { PendingUploads } from './uploads/pending-uploads.ts';
import type { SessionList } from './warm-sessions/session-list.ts';
import type { SessionStore } from './warm-sessions/session-store.ts';
import type { DrainStore } from './workers/drain-store.ts';
import type { WorkerRegister } from './workers/worker-register.ts';
import type { WorkspaceStore } from './workspaces/workspace-store.ts';

/** Dependencies of routes. `main.ts` builds them once; tests build them on their own database. */
export interface Dependencies {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly cookieSessions: CookieSessionStore;
  readonly recordings: RecordingStore;
  readonly workspaces: WorkspaceStore;
  readonly tasks: TaskStore;
  readonly schedules: ScheduleStore;
  /** Checks a submission that is part of a batch. */
  readonly checkSubmissionBody: CheckBody;
  readonly inferenceRequests: InferenceRequestStore;
  readonly demos: DemoStore;
  readonly integrations: IntegrationStore;
  readonly messages: MessageReader;
  readonly waits: WaitStore;
  readonly checkQueue: (signal?: AbortSignal) => Promise<QueueReport>;
  readonly workers: WorkerList;
  readonly demand: DemandStore;
  readonly pauses: PauseStore;
  readonly audit: Audit;
  readonly drains: DrainStore;
  readonly sessionList: SessionList;
  readonly quotas: QuotaStore;
  readonly usualQuotas: UsualQuotas;
  readonly purge: Purge;
  readonly workerRegister: WorkerRegister;
  /**
   * Public `host:port` addresses of this installation, which its workers' browsers must not reach.
   */
  readonly ownAddresses: readonly string[];
  readonly leases: LeaseStore;
  readonly bell: Bell;
  readonly secrets: SecretResolver;
  readonly secretGrants: SecretGrantStore;
  readonly vaultAccess: VaultAccess;
  readonly sessions: SessionStore;
  readonly humanWaits: HumanWaitStore;
  readonly debugSessions: DebugSessionStore;
  readonly artifacts: ArtifactStore;
  readonly traceUrls: TraceUrls;
  readonly errorPages: ErrorPages;
  readonly deliveries: DeliveryStore;
  readonly deliveryLog: DeliveryLog;
  readonly signingSecrets: SigningSecretStore;
  readonly receiverTest: ReceiverTest;
  readonly statistics: StatisticsStore;
  readonly taskFeed: TaskFeed;
  readonly accountFeed: AccountFeed;
  readonly sessionFeed: SessionFeed;
  readonly eventTickets: EventTickets;
  readonly keyWatch: KeyWatch;
  readonly streamUrls: StreamUrls;
  readonly viewers: ViewerStore;
  readonly screens: ScreenWatch;
  readonly storage: ObjectStorage;
  readonly storageLimits: StorageLimits;
  readonly retention: RetentionStore;
  readonly accountDeletions: AccountDeletionStore;
  readonly mailLimit: MailLimit;
  readonly uploads: PendingUploads;
  readonly inputFiles: InputFileStore;
  /** For addresses given by clients. */
  readonly egress: EgressGuard;
  /** The versions of the worker protocol that this server speaks. */
  readonly workerProtocol: WorkerProtocol;
  /** Seconds for which the address of a download is valid. */
  readonly downloadUrlExpirySeconds: number;
  /** Checks keyed by dependency; each throws when its dependency is unavailable. */
  readonly readiness: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;
  /** Fires when shutdown is requested: readiness checks fail from then on. */
  readonly leaving: AbortSignal;
  /** Fires when the server begins to shut down: pending requests return immediately. */
  readonly draining: AbortSignal;
}

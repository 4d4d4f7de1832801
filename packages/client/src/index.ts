export { createErrand } from './create-errand.ts';
export type { AccountEventOptions, Errand, ErrandOptions, EventOptions } from './create-errand.ts';
export type { ErrandSchemas } from './api-schemas.ts';
export type { BulkChanges, CancelledTasks, RetriedTasks } from './bulk-changes.ts';
/** Everything that is generated: `ErrandApi.operations['submitTask']`. */
export type * as ErrandApi from './errand-api.generated.ts';
export type { Downloads, SavedFile } from './downloads/downloads.ts';
export {
  DownloadError,
  ErrandConnectionError,
  ErrandError,
  ErrandProtocolError,
  RunInterruptedError,
  SessionEndedError,
  WaitTimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export type { AccountEvent, AccountEventKind } from './events/account-event.ts';
export type { TaskEvent } from './events/task-event.ts';
export type { EntryOf, ListOptions, ListPath } from './list-entries.ts';
export { dataOf, type SubmitOptions } from './operations.ts';
export type { SessionCommands } from './sessions/session-commands.ts';
export type { SessionEvent } from './sessions/session-event.ts';
export type { ReadyOptions, Session } from './sessions/session.ts';
export type { Sessions } from './sessions/sessions.ts';
export type { TaskWaitOptions, WaitOptions } from './waits/waits.ts';
export { type Webhook, verifyWebhook } from './webhooks/verify-webhook.ts';

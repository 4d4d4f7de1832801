export { uploadResults } from './artifacts/upload-results.ts';
export { channelOf } from './browser/browser-channel.ts';
export { BrowserSandboxError } from './browser/explain-failed-start.ts';
export type { Session } from './browser/session.ts';
export {
  createLocalClient,
  createWorkerClient,
  type ClaimedTask,
  type ControlPlaneClient,
  type Lease,
} from './control-plane-client.ts';
export { LeaseLostError, ReportRefusedError, StorageRefusedError } from './control-plane-errors.ts';
export { startHeartbeatThread } from './heartbeat-thread/start-heartbeat-thread.ts';
export { TaskCancelledError, type HeldLease } from './held-lease.ts';
export { createLeaseKeeper, type LeaseKeeper } from './lease-keeper.ts';
export { listenForBell } from './listen-for-bell.ts';
export { prepareRunner } from './prepare-runner.ts';
export { ProtocolMismatchError } from './protocol-fit.ts';
export type { LeasedRun } from './attempt.ts';
export { createMissingBrowserReports } from './report-missing-browser.ts';
export { reportEnd } from './report-end.ts';
export type { RunnerObserver } from './runner-observer.ts';
export { openScreensIfPossible } from './screens/open-screens-if-possible.ts';
export { noScreens } from './screens/screens.ts';
export { createLogRedaction } from './secrets/log-redaction.ts';
export { describeFailure } from './task-failure.ts';
export type { Failure, NewArtifact, Output, Step, TaskReporter } from './task-reporter.ts';
export type { SlotBrowsers } from './slot-browsers.ts';
export { WarmSessions } from './warm-sessions.ts';

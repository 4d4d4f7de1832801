import { getAccount } from './accounts/get-account.route.ts';
import { createApiKey } from './api-keys/create-api-key.route.ts';
import { createCookieSession } from './api-keys/create-cookie-session.route.ts';
import { deleteCookieSession } from './api-keys/delete-cookie-session.route.ts';
import { getCookieSession } from './api-keys/get-cookie-session.route.ts';
import { listApiKeys } from './api-keys/list-api-keys.route.ts';
import { renameApiKey } from './api-keys/rename-api-key.route.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.route.ts';
import { validateApiKey } from './api-keys/validate-api-key.route.ts';
import { listAllDeliveries } from './callbacks/list-all-deliveries.route.ts';
import { listDeliveries } from './callbacks/list-deliveries.route.ts';
import { listSigningSecrets } from './callbacks/list-signing-secrets.route.ts';
import { redeliverMany } from './callbacks/redeliver-many.route.ts';
import { redeliver } from './callbacks/redeliver.route.ts';
import { rotateSigningSecret } from './callbacks/rotate-signing-secret.route.ts';
import { testDelivery } from './callbacks/test-delivery.route.ts';
import { triggerCallback } from './callbacks/trigger-callback.route.ts';
import { cancelSessionPick } from './debug-sessions/cancel-session-pick.route.ts';
import { cancelSessionSteps } from './debug-sessions/cancel-session-steps.route.ts';
import { createSessionEventsUrl } from './debug-sessions/create-session-events-url.route.ts';
import { createSessionStreamUrl } from './debug-sessions/create-session-stream-url.route.ts';
import { endDebugSession } from './debug-sessions/end-debug-session.route.ts';
import { getDebugSession } from './debug-sessions/get-debug-session.route.ts';
import { getSessionSnapshot } from './debug-sessions/get-session-snapshot.route.ts';
import { listDebugSessions } from './debug-sessions/list-debug-sessions.route.ts';
import { locateInSession } from './debug-sessions/locate-in-session.route.ts';
import { openDebugSession } from './debug-sessions/open-debug-session.route.ts';
import { pickInSession } from './debug-sessions/pick-in-session.route.ts';
import { getSessionRecording } from './debug-sessions/get-session-recording.route.ts';
import { pointInSessionRecording } from './debug-sessions/point-in-session-recording.route.ts';
import { startSessionRecording } from './debug-sessions/start-session-recording.route.ts';
import { stopSessionRecording } from './debug-sessions/stop-session-recording.route.ts';
import { restartSession } from './debug-sessions/restart-session.route.ts';
import { runSessionSteps } from './debug-sessions/run-session-steps.route.ts';
import { setSessionAutomation } from './debug-sessions/set-session-automation.route.ts';
import { setSessionVariables } from './debug-sessions/set-session-variables.route.ts';
import { streamSessionEvents } from './debug-sessions/stream-session-events.route.ts';
import type { Dependencies } from './dependencies.ts';
import { getDownloads } from './downloads/get-downloads.route.ts';
import { createAccountEventsUrl } from './events/create-account-events-url.route.ts';
import { createTraceUrl } from './traces/create-trace-url.route.ts';
import { createEventsUrl } from './events/create-events-url.route.ts';
import { streamAccountEvents } from './events/stream-account-events.route.ts';
import { streamTaskEvents } from './events/stream-task-events.route.ts';
import { checkLiveness } from './health/check-liveness.route.ts';
import { checkReadiness } from './health/check-readiness.route.ts';
import type { Route } from './http/define-route.ts';
import { resumeTask } from './human-waits/resume-task.route.ts';
import { createIntegration } from './integrations/create-integration.route.ts';
import { deleteIntegration } from './integrations/delete-integration.route.ts';
import { listIntegrations } from './integrations/list-integrations.route.ts';
import { updateIntegration } from './integrations/update-integration.route.ts';
import { getDemo } from './legacy/get-demo.route.ts';
import { listInferenceRequests } from './legacy/list-inference-requests.route.ts';
import { saveDemo } from './legacy/save-demo.route.ts';
import { createStreamUrl } from './live-view/create-stream-url.route.ts';
import { getWorkers } from './login-queues/get-workers.route.ts';
import { listLoginQueues } from './login-queues/list-login-queues.route.ts';
import { getTaskQueue } from './login-queues/get-task-queue.route.ts';
import { checkIntegration } from './messages/check-integration.route.ts';
import { getMe } from './me/get-me.route.ts';
import { checkAutomation } from './recordings/check-automation.route.ts';
import { createRecording } from './recordings/create-recording.route.ts';
import { deleteRecording } from './recordings/delete-recording.route.ts';
import { getRecordingVersion } from './recordings/get-recording-version.route.ts';
import { getRecording } from './recordings/get-recording.route.ts';
import { acceptLocatorProposal } from './recordings/accept-locator-proposal.route.ts';
import { declineLocatorProposal } from './recordings/decline-locator-proposal.route.ts';
import { getLocatorProposal } from './recordings/get-locator-proposal.route.ts';
import { listLocatorProposals } from './recordings/list-locator-proposals.route.ts';
import { listRecordingVersions } from './recordings/list-recording-versions.route.ts';
import { listRecordings } from './recordings/list-recordings.route.ts';
import { endRollout } from './recordings/end-rollout.route.ts';
import { startRollout } from './recordings/start-rollout.route.ts';
import { rollBackRecording } from './recordings/roll-back-recording.route.ts';
import { updateExample } from './recordings/update-example.route.ts';
import { updateRecording } from './recordings/update-recording.route.ts';
import { createSchedule } from './schedules/create-schedule.route.ts';
import { deleteSchedule } from './schedules/delete-schedule.route.ts';
import { getSchedule } from './schedules/get-schedule.route.ts';
import { listScheduleRuns } from './schedules/list-schedule-runs.route.ts';
import { listSchedules } from './schedules/list-schedules.route.ts';
import { updateSchedule } from './schedules/update-schedule.route.ts';
import { getStatistics } from './statistics/get-statistics.route.ts';
import { cancelTask } from './tasks/cancel-task.route.ts';
import { cancelTasks } from './tasks/cancel-tasks.route.ts';
import { deleteTask } from './tasks/delete-task.route.ts';
import { getTaskStatusByQuery } from './tasks/get-task-status-by-query.route.ts';
import { getTaskStatus } from './tasks/get-task-status.route.ts';
import { getTask } from './tasks/get-task.route.ts';
import { listTaskSteps } from './tasks/list-task-steps.route.ts';
import { listTasks } from './tasks/list-tasks.route.ts';
import { retryTask } from './tasks/retry-task.route.ts';
import { retryTasks } from './tasks/retry-tasks.route.ts';
import { submitTask } from './tasks/submit-task.route.ts';
import { submitTasks } from './tasks/submit-tasks.route.ts';
import { createWorkspace } from './workspaces/create-workspace.route.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.route.ts';
import { listWorkspaces } from './workspaces/list-workspaces.route.ts';
import { renameWorkspace } from './workspaces/rename-workspace.route.ts';

/** Operations of `openapi/errand.yaml`. */
export const publicRoutes: readonly Route<Dependencies>[] = [
  submitTask,
  submitTasks,
  getTaskStatus,
  getTaskStatusByQuery,
  listTasks,
  getTask,
  listTaskSteps,
  getTaskQueue,
  listLoginQueues,
  getWorkers,
  getStatistics,
  cancelTask,
  streamTaskEvents,
  createEventsUrl,
  createTraceUrl,
  streamAccountEvents,
  createAccountEventsUrl,
  cancelTasks,
  deleteTask,
  retryTask,
  retryTasks,
  resumeTask,
  listSchedules,
  createSchedule,
  getSchedule,
  updateSchedule,
  deleteSchedule,
  listScheduleRuns,
  createStreamUrl,
  openDebugSession,
  listDebugSessions,
  getDebugSession,
  endDebugSession,
  runSessionSteps,
  cancelSessionSteps,
  locateInSession,
  pickInSession,
  cancelSessionPick,
  startSessionRecording,
  getSessionRecording,
  pointInSessionRecording,
  stopSessionRecording,
  getSessionSnapshot,
  setSessionVariables,
  restartSession,
  setSessionAutomation,
  streamSessionEvents,
  createSessionEventsUrl,
  createSessionStreamUrl,
  getDownloads,
  getAccount,
  getMe,
  triggerCallback,
  listDeliveries,
  listAllDeliveries,
  redeliver,
  redeliverMany,
  testDelivery,
  listSigningSecrets,
  rotateSigningSecret,
  listRecordings,
  updateExample,
  updateRecording,
  checkAutomation,
  createRecording,
  getRecording,
  deleteRecording,
  listLocatorProposals,
  getLocatorProposal,
  acceptLocatorProposal,
  declineLocatorProposal,
  listRecordingVersions,
  getRecordingVersion,
  rollBackRecording,
  startRollout,
  endRollout,
  listWorkspaces,
  createWorkspace,
  renameWorkspace,
  deleteWorkspace,
  listIntegrations,
  createIntegration,
  updateIntegration,
  deleteIntegration,
  checkIntegration,
  validateApiKey,
  listApiKeys,
  createApiKey,
  renameApiKey,
  revokeApiKey,
  createCookieSession,
  getCookieSession,
  deleteCookieSession,
  listInferenceRequests,
  saveDemo,
  getDemo,
  checkLiveness,
  checkReadiness,
];

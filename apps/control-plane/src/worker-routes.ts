import { confirmArtifacts } from './artifacts/confirm-artifacts.route.ts';
import { createArtifacts } from './artifacts/create-artifacts.route.ts';
import { signInputFiles } from './artifacts/sign-input-files.route.ts';
import { answerSessionCommand } from './debug-sessions/answer-session-command.route.ts';
import { awaitSessionCommands } from './debug-sessions/await-session-commands.route.ts';
import { reportSessionEvents } from './debug-sessions/report-session-events.route.ts';
import { reportSessionState } from './debug-sessions/report-session-state.route.ts';
import type { Dependencies } from './dependencies.ts';
import type { Route } from './http/define-route.ts';
import { awaitHumanAnswer } from './human-waits/await-human-answer.route.ts';
import { beginHumanWait } from './human-waits/begin-human-wait.route.ts';
import { endHumanWait } from './human-waits/end-human-wait.route.ts';
import { claimTask } from './leases/claim-task.route.ts';
import { completeTask } from './leases/complete-task.route.ts';
import { failTask } from './leases/fail-task.route.ts';
import { heartbeatLeases } from './leases/heartbeat-leases.route.ts';
import { releaseTask } from './leases/release-task.route.ts';
import { reportSteps } from './leases/report-steps.route.ts';
import { startTask } from './leases/start-task.route.ts';
import { waitForBell } from './leases/wait-for-bell.route.ts';
import { closeViewer } from './live-view/close-viewer.route.ts';
import { redeemTicket } from './live-view/redeem-ticket.route.ts';
import { watchScreens } from './live-view/watch-screens.route.ts';
import { readMessages } from './messages/read-messages.route.ts';
import { resolveSecret } from './secrets/resolve-secret.route.ts';
import { endSession } from './warm-sessions/end-session.route.ts';
import { endRegistration } from './workers/end-registration.route.ts';
import { registerWorker } from './workers/register-worker.route.ts';

/** Operations of `openapi/worker.yaml`. */
export const workerRoutes: readonly Route<Dependencies>[] = [
  registerWorker,
  endRegistration,
  claimTask,
  heartbeatLeases,
  waitForBell,
  startTask,
  resolveSecret,
  readMessages,
  reportSteps,
  createArtifacts,
  confirmArtifacts,
  signInputFiles,
  beginHumanWait,
  awaitHumanAnswer,
  endHumanWait,
  reportSessionState,
  awaitSessionCommands,
  answerSessionCommand,
  reportSessionEvents,
  completeTask,
  failTask,
  releaseTask,
  endSession,
  redeemTicket,
  closeViewer,
  watchScreens,
];

import { getRetention } from './accounts/get-retention.route.ts';
import { setRetention } from './accounts/set-retention.route.ts';
import { getQuotas } from './accounts/get-quotas.route.ts';
import { listAccounts } from './accounts/list-accounts.route.ts';
import { changeQuotas } from './accounts/change-quotas.route.ts';
import { setQuotas } from './accounts/set-quotas.route.ts';
import { getDemand } from './demand/get-demand.route.ts';
import type { Dependencies } from './dependencies.ts';
import type { Route } from './http/define-route.ts';
import { listPauses } from './pauses/list-pauses.route.ts';
import { pauseWork } from './pauses/pause-work.route.ts';
import { resumeWork } from './pauses/resume-work.route.ts';
import { getQueueCheck } from './queue-check/get-queue-check.route.ts';
import { listWorkers } from './queue-check/list-workers.route.ts';
import { deleteAccount } from './retention/delete-account.route.ts';
import { getAccountDeletion } from './retention/get-account-deletion.route.ts';
import { purgeTasks } from './tasks/purge-tasks.route.ts';
import { closeSession } from './warm-sessions/close-session.route.ts';
import { listSessions } from './warm-sessions/list-sessions.route.ts';
import { drainWorker } from './workers/drain-worker.route.ts';
import { resumeWorker } from './workers/resume-worker.route.ts';

/** Operations of `openapi/admin.yaml`. */
export const adminRoutes: readonly Route<Dependencies>[] = [
  getDemand,
  getQueueCheck,
  listWorkers,
  getRetention,
  setRetention,
  deleteAccount,
  getAccountDeletion,
  listPauses,
  pauseWork,
  resumeWork,
  drainWorker,
  resumeWorker,
  listSessions,
  closeSession,
  listAccounts,
  getQuotas,
  changeQuotas,
  setQuotas,
  purgeTasks,
];

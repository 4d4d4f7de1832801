import type { CheckDefinition } from './define-check.ts';
import { accountIdle } from './kinds/account-idle.ts';
import { accountOverLimit } from './kinds/account-over-limit.ts';
import { attemptWithoutTask } from './kinds/attempt-without-task.ts';
import { deliveryMissing } from './kinds/delivery-missing.ts';
import { deliveryWithoutJob } from './kinds/delivery-without-job.ts';
import { humanWaitWithoutTask } from './kinds/human-wait-without-task.ts';
import { leaseNotTakenBack } from './kinds/lease-not-taken-back.ts';
import { loginOverLimit } from './kinds/login-over-limit.ts';
import { loginQueueCounters } from './kinds/login-queue-counters.ts';
import { loginQueuePermits } from './kinds/login-queue-permits.ts';
import { orphanPermit } from './kinds/orphan-permit.ts';
import { portalIdle } from './kinds/portal-idle.ts';
import { portalOverLimit } from './kinds/portal-over-limit.ts';
import { sessionNotDropped } from './kinds/session-not-dropped.ts';
import { sessionState } from './kinds/session-state.ts';
import { taskWithoutAttempt } from './kinds/task-without-attempt.ts';
import { taskWithoutPermit } from './kinds/task-without-permit.ts';
import { wrongLane } from './kinds/wrong-lane.ts';

/**
 * Every kind of deviation, in the order of the report. Permits come first: the counters of login
 * queues, the limits and other invariants (I1 to I6 of prisma/functions/README.md), and that each
 * permit is in its place. Then sessions, leases, attempts, human waits and deliveries against the
 * states of their tasks.
 */
export const CHECKS: readonly CheckDefinition[] = [
  loginQueueCounters,
  loginQueuePermits,
  loginOverLimit,
  portalOverLimit,
  portalIdle,
  accountOverLimit,
  accountIdle,
  taskWithoutPermit,
  orphanPermit,
  wrongLane,
  sessionState,
  sessionNotDropped,
  leaseNotTakenBack,
  taskWithoutAttempt,
  attemptWithoutTask,
  humanWaitWithoutTask,
  deliveryMissing,
  deliveryWithoutJob,
];

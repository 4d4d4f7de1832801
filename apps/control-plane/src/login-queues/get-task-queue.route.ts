import { defineRoute } from '../http/define-route.ts';
import type { WaitStore } from './wait-store.ts';

export const getTaskQueue = defineRoute(
  'getTaskQueue',
  async ({ waits }: { readonly waits: WaitStore }, { params, accountId }) => {
    const wait = await waits.explain(accountId, params.task_id);
    return {
      status: 200,
      body: {
        success: true,
        queue: {
          task_id: params.task_id.toLowerCase(),
          status: wait.status,
          login_queue: wait.loginQueue,
          reason: wait.reason,
          message: wait.message,
          position: wait.position,
          position_is_lower_bound: wait.isLowerBound,
          held_by: [...wait.heldBy],
          estimated_seconds: wait.estimatedSeconds,
          has_worker: wait.hasWorker,
          max_parallelism: wait.maxParallelism,
          per_login_parallelism: wait.perLoginParallelism,
        },
      },
    };
  },
);

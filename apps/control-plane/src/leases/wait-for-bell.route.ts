import type { WorkerProtocol } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import type { Bell } from '../transitions/bell.ts';
import type { DrainStore } from '../workers/drain-store.ts';
import { writeProtocol } from '../workers/write-protocol.ts';

/**
 * Waits for the worker's bell. Every worker keeps one such request open to learn of a cancellation
 * or a drain before its next heartbeat.
 */
export const waitForBell = defineRoute(
  'waitForBell',
  async (
    {
      bell,
      drains,
      workerProtocol,
    }: {
      readonly bell: Bell;
      readonly drains: Pick<DrainStore, 'isDraining'>;
      readonly workerProtocol: WorkerProtocol;
    },
    { body, signal },
  ) => {
    const { worker_id: workerId, wait_seconds: waitSeconds } = body;
    const rung = await bell.wait({ workerId, waitSeconds, signal });
    const draining = await drains.isDraining(workerId);
    return { status: 200, body: { rung, ...writeProtocol(workerProtocol), draining } };
  },
  { isHeldOpen: true },
);

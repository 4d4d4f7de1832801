import type { WorkerProtocol } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import type { Bell } from '../transitions/bell.ts';
import { writeProtocol } from '../workers/write-protocol.ts';

/**
 * Waits for the worker's bell. Every worker keeps one such request open to learn of a cancellation
 * before its next heartbeat.
 */
export const waitForBell = defineRoute(
  'waitForBell',
  async (
    { bell, workerProtocol }: { readonly bell: Bell; readonly workerProtocol: WorkerProtocol },
    { body, signal },
  ) => {
    const { worker_id: workerId, wait_seconds: waitSeconds } = body;
    const rung = await bell.wait({ workerId, waitSeconds, signal });
    return { status: 200, body: { rung, ...writeProtocol(workerProtocol) } };
  },
  { isHeldOpen: true },
);

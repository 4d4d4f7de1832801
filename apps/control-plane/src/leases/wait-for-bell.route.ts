import { defineRoute } from '../http/define-route.ts';
import type { Bell } from '../transitions/bell.ts';

/**
 * Waits for the worker's bell. Every worker keeps one such request open to learn of a cancellation
 * before its next heartbeat.
 */
export const waitForBell = defineRoute(
  'waitForBell',
  async ({ bell }: { readonly bell: Bell }, { body, signal }) => {
    const { worker_id: workerId, wait_seconds: waitSeconds } = body;
    return { status: 200, body: { rung: await bell.wait({ workerId, waitSeconds, signal }) } };
  },
  { isHeldOpen: true },
);

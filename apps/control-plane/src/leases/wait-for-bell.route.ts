import { defineRoute } from '../http/define-route.ts';
import type { Bell } from '../transitions/bell.ts';

/** Every worker keeps one of these open, so that it learns of a cancellation without waiting for its next heartbeat. */
export const waitForBell = defineRoute(
  'waitForBell',
  async ({ bell }: { readonly bell: Bell }, { body, signal }) => {
    const { worker_id: workerId, wait_seconds: waitSeconds } = body;
    return { status: 200, body: { rung: await bell.wait({ workerId, waitSeconds, signal }) } };
  },
  { isHeldOpen: true },
);

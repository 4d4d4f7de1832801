import { defineRoute } from '../http/define-route.ts';
import type { SessionStore } from './session-store.ts';

/** Ends a warm session whose worker has closed the browser. Its place and permit become free. */
export const endSession = defineRoute(
  'endSession',
  async ({ sessions }: { readonly sessions: SessionStore }, { params, body }) => {
    await sessions.end(body.worker_id, params.session_id);
    return { status: 204 };
  },
);

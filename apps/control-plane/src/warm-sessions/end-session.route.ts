import { defineRoute } from '../http/define-route.ts';
import type { SessionStore } from './session-store.ts';

/** The worker has ended the browser of a warm session; its place and its permit are free again. */
export const endSession = defineRoute(
  'endSession',
  async ({ sessions }: { readonly sessions: SessionStore }, { params, body }) => {
    await sessions.end(body.worker_id, params.session_id);
    return { status: 204 };
  },
);

import { defineRoute } from '../http/define-route.ts';
import type { SessionList } from './session-list.ts';

export const listSessions = defineRoute(
  'listSessions',
  async ({ sessionList }: { readonly sessionList: SessionList }) => {
    const sessions = await sessionList.list();
    return {
      status: 200,
      body: {
        sessions: sessions.map(({ created_at: createdAt, idle_since: idleSince, ...session }) => ({
          ...session,
          created_at: createdAt.toISOString(),
          idle_since: idleSince?.toISOString() ?? null,
        })),
      },
    };
  },
);

import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { SessionList } from './session-list.ts';

/** Asks the worker of an idle warm session to end it. Safe to repeat. */
export const closeSession = defineRoute(
  'closeSession',
  async (
    { sessionList, audit }: { readonly sessionList: SessionList; readonly audit: Audit },
    { params, body },
  ) => {
    const { by, reason } = body;
    const target = { session_id: params.session_id };
    await sessionList.close(params.session_id);
    const result = { state: 'closing' as const };
    audit({ operation: 'closeSession', by, reason, target, result });
    return { status: 200, body: { ...target, ...result } };
  },
);

import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { PauseStore } from './pause-store.ts';
import { readTarget, writePause, writeTarget } from './write-pause.ts';

/** Stops claims of an account, a portal or a login queue. Running tasks continue. */
export const pauseWork = defineRoute(
  'pauseWork',
  async ({ pauses, audit }: { readonly pauses: PauseStore; readonly audit: Audit }, { body }) => {
    const { by, reason, expires_at: expiresAt = null } = body;
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
      const msg = `"${expiresAt}" is not in the future: specify a later time, or leave it out to pause until somebody resumes`;
      throw new InvalidRequestError([{ loc: ['body', 'expires_at'], msg, type: 'not-future' }]);
    }
    const target = readTarget(body);
    const pause = await pauses.pause(target, { by, reason, expires_at: expiresAt });
    const wire = { ...writeTarget(target), ...writePause(pause) };
    audit({ operation: 'pauseWork', by, reason, target: writeTarget(target), result: wire });
    return { status: 200, body: wire };
  },
);

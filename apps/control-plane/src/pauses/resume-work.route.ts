import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { PauseStore } from './pause-store.ts';
import { readTarget, writeTarget } from './write-pause.ts';

/** Ends a pause. Safe to repeat. */
export const resumeWork = defineRoute(
  'resumeWork',
  async ({ pauses, audit }: { readonly pauses: PauseStore; readonly audit: Audit }, { body }) => {
    const { by, reason } = body;
    const target = readTarget(body);
    const result = { was_paused: await pauses.resume(target) };
    audit({ operation: 'resumeWork', by, reason, target: writeTarget(target), result });
    return { status: 200, body: { ...writeTarget(target), ...result } };
  },
);

import { openDeadline } from '@errand/foundation';
import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import { readTarget, writeTarget } from '../pauses/write-pause.ts';
import type { PauseTarget } from '../pauses/pause.ts';
import type { Purged } from './purge-tasks.ts';

/** A proxy may cut off a client that waits longer. The response says whether tasks are left. */
const DEADLINE_MS = 10_000;

export type Purge = (
  target: PauseTarget,
  options: { readonly isDryRun: boolean; readonly signal: AbortSignal },
) => Promise<Purged>;

export const purgeTasks = defineRoute(
  'purgeTasks',
  async ({ purge, audit }: { readonly purge: Purge; readonly audit: Audit }, { body, signal }) => {
    const { by, reason, dry_run: isDryRun } = body;
    const target = readTarget(body);
    using deadline = openDeadline(signal, DEADLINE_MS);
    const { waiting, cancelled, hasMore } = await purge(target, {
      isDryRun,
      signal: deadline.signal,
    });
    const result = { dry_run: isDryRun, waiting, cancelled, has_more: hasMore };
    if (!isDryRun) {
      audit({ operation: 'purgeTasks', by, reason, target: writeTarget(target), result });
    }
    return { status: 200, body: { ...writeTarget(target), ...result } };
  },
);

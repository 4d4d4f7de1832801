import type { Logger } from '@errand/app-runtime';
import type { Pool } from 'pg';
import { setInterval, setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 60_000;
/** The pause after a batch, as a multiple of the time that the batch took. */
const REST = 3;
const MAX_REST_MS = 10_000;

/** Deletes a batch of expired rows; returns whether more may remain. */
type Forget = (pool: Pool) => Promise<boolean>;

/**
 * Deletes expired rows once a minute until the signal fires, in batches with a pause after each, so
 * that requests have most of the machine: the longer a batch takes because it is busy, the longer
 * the pause. Several processes may run it: each skips rows that another process is deleting.
 * Nothing may rely on prompt deletion.
 */
export async function startForgetting(options: {
  readonly kinds: readonly Forget[];
  readonly pool: Pool;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds. Default: one minute. */
  readonly intervalMs?: number;
}): Promise<void> {
  const { kinds, pool, logger, signal, intervalMs = INTERVAL_MS } = options;
  const forget = async (kind: Forget): Promise<boolean> => {
    const startedAt = performance.now();
    const hasMore = await kind(pool).catch((error: unknown) => {
      logger.error('forgetting old rows failed', { error });
      return false;
    });
    const restMs = Math.min(REST * (performance.now() - startedAt), MAX_REST_MS);
    await delay(restMs, undefined, { signal });
    return hasMore;
  };
  try {
    for await (const _ of setInterval(intervalMs, undefined, { signal })) {
      await forgetInTurns(kinds, forget, intervalMs);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Takes a batch of each kind in turn, so that a large kind does not hold up the others. */
async function forgetInTurns(
  kinds: readonly Forget[],
  forget: (kind: Forget) => Promise<boolean>,
  lastingMs: number,
): Promise<void> {
  const endsAt = performance.now() + lastingMs;
  let open = kinds;
  do {
    const left: Forget[] = [];
    for (const kind of open) if (await forget(kind)) left.push(kind);
    open = left;
  } while (open.length > 0 && performance.now() < endsAt);
}

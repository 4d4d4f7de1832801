import type { Logger } from '@errand/app-runtime';
import type { Pool } from 'pg';
import { setInterval } from 'node:timers/promises';

const INTERVAL_MS = 60_000;

/** Deletes a batch of expired rows; returns whether more may remain. */
type Forget = (pool: Pool) => Promise<boolean>;

/**
 * Deletes expired rows once a minute until the signal fires. Several processes may run it: each
 * skips rows that another one is deleting. Nothing may rely on prompt deletion.
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
  try {
    for await (const _ of setInterval(intervalMs, undefined, { signal })) {
      for (const forget of kinds) {
        await forgetAll(() => forget(pool), signal).catch((error: unknown) => {
          logger.error('forgetting old rows failed', { error });
        });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function forgetAll(forget: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await forget()));
}

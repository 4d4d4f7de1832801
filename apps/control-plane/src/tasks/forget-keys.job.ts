import type { Logger } from '@errand/app-runtime';
import type { Pool } from 'pg';
import { setInterval } from 'node:timers/promises';
import { forgetOldKeys } from './idempotency-key.ts';

const INTERVAL_MS = 60_000;

/**
 * Deletes idempotency keys whose time is over, once a minute until the signal fires. Several processes may run it: what one
 * is deleting the others skip. Nothing depends on its being in time, because an old key counts for nothing.
 */
export async function startForgettingKeys(options: {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** In milliseconds. Default a minute. */
  readonly intervalMs?: number;
}): Promise<void> {
  const { pool, logger, signal, intervalMs = INTERVAL_MS } = options;
  try {
    for await (const _ of setInterval(intervalMs, undefined, { signal })) {
      await forgetAll(pool, signal).catch((error: unknown) => {
        logger.error('forgetting idempotency keys failed', { error });
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function forgetAll(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await forgetOldKeys(pool)));
}

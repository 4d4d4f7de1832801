import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isValidKey } from '../api-keys/find-owner.ts';

const INTERVAL_MS = 5_000;

/** Who opened a stream. */
interface Opener {
  readonly apiKeyId: string;
  /** The session of a browser, if the stream was opened with its cookie. */
  readonly cookieSessionId: string | undefined;
}

export interface KeyWatch {
  /**
   * Returns a signal that fires with the given one, or soon after the opener's key was revoked or
   * has expired, or the session has ended. The given signal must fire once the stream is closed.
   */
  readonly whileValid: (opener: Opener, signal: AbortSignal) => AbortSignal;
}

/** Checks the keys of all open streams of this process with one statement every five seconds. */
export function createKeyWatch(parts: {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly intervalMs?: number | undefined;
}): KeyWatch {
  const { pool, logger, intervalMs = INTERVAL_MS } = parts;
  const streams = new Map<AbortController, Opener>();
  let isRunning = false;
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (streams.size > 0) {
      await delay(intervalMs, undefined, { ref: false });
      // An unreachable database does not make a key invalid.
      await endInvalid(pool, streams).catch((error: unknown) =>
        logger.warn('checking keys of streams failed', { error }),
      );
    }
    isRunning = false;
  }
  return {
    whileValid(opener, signal) {
      const ending = new AbortController();
      streams.set(ending, opener);
      signal.addEventListener('abort', () => streams.delete(ending), { once: true });
      void run();
      return AbortSignal.any([signal, ending.signal]);
    },
  };
}

async function endInvalid(pool: Pool, streams: Map<AbortController, Opener>): Promise<void> {
  const open = [...streams];
  if (open.length === 0) return;
  const { rows } = await pool.query<{ readonly place: number }>(
    `SELECT o.place::int
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY o(api_key_id, session_id, place)
     LEFT JOIN api_keys k ON k.id = o.api_key_id AND ${isValidKey('k')}
     LEFT JOIN cookie_sessions s ON s.id = o.session_id AND s.expires_at > now()
     WHERE k.id IS NULL OR o.session_id IS NOT NULL AND s.id IS NULL`,
    [
      open.map(([, { apiKeyId }]) => apiKeyId),
      open.map(([, { cookieSessionId }]) => cookieSessionId ?? null),
    ],
  );
  for (const { place } of rows) {
    const [ending] = open[place - 1] ?? [];
    if (!ending) continue;
    streams.delete(ending);
    ending.abort();
  }
}

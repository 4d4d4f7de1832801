import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createChange } from './change.ts';

const INTERVAL_MS = 400;
const LONGEST_WAIT_MS = 5_000;

/**
 * Reports changes to rows, with one statement for all watched rows, so that replicas need not
 * notify each other.
 */
export interface Watch {
  /** Watches from now until disposed. */
  readonly watch: (...ids: readonly string[]) => Watched;
}

export interface Watched extends Disposable {
  /**
   * Resolves when one of the rows has changed since the previous call, when the signal fires, or
   * after `longestMs` (default 5,000), which covers changes that the mark does not show.
   */
  readonly next: (signal: AbortSignal, longestMs?: number) => Promise<void>;
}

interface Mark {
  readonly id: string;
  readonly mark: string | null;
}

interface Marked {
  mark: string | null | undefined;
  readonly watchers: Set<() => void>;
}

/**
 * Expects a statement that takes a list of ids and returns `id` and `mark`, a string that changes
 * with what the watchers read.
 */
export function createWatch(
  pool: Pool,
  options: {
    readonly statement: string;
    /** What is watched, for the log. */
    readonly name: string;
    readonly logger?: Logger | undefined;
  },
): Watch {
  const { statement, name, logger } = options;
  const rows = new Map<string, Marked>();
  let isRunning = false;

  async function look(): Promise<void> {
    const found = await pool.query<Mark>(statement, [[...rows.keys()]]);
    for (const { id, mark } of found.rows) {
      const row = rows.get(id);
      if (!row || row.mark === mark) continue;
      row.mark = mark;
      row.watchers.forEach((onChange) => onChange());
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (rows.size > 0) {
      // The database may be down for a while; watchers read on their own and get the error there.
      await look().catch((error: unknown) => logger?.warn('watching failed', { name, error }));
      await delay(INTERVAL_MS, undefined, { ref: false });
    }
    isRunning = false;
  }

  return {
    watch(...ids) {
      const change = createChange();
      const leave = join(rows, ids, change.happen);
      void run();
      return {
        next: (signal, longestMs = LONGEST_WAIT_MS) => change.next(signal, longestMs),
        [Symbol.dispose]: leave,
      };
    },
  };
}

/** Returns a function that removes the watcher. */
function join(rows: Map<string, Marked>, ids: readonly string[], watcher: () => void): () => void {
  for (const id of ids) {
    const row = rows.get(id) ?? { mark: undefined, watchers: new Set() };
    rows.set(id, row);
    row.watchers.add(watcher);
  }
  return () => {
    for (const id of ids) {
      const watchers = rows.get(id)?.watchers;
      watchers?.delete(watcher);
      if (watchers?.size === 0) rows.delete(id);
    }
  };
}

import { setImmediate } from 'node:timers/promises';
import { listNextTimes, type Times } from './due-times.ts';

const KEPT = 2_000;

/** Finds the next due times of schedules. */
export interface NextTimes {
  /** The next `count` due times after `from`, which must not decrease between calls. */
  readonly list: (times: Times, from: Date, count: number) => Promise<readonly Date[]>;
}

/**
 * Caches the times it has found: a rare one, such as 29 February, takes milliseconds to find. Other
 * requests are served between the searches for two schedules.
 */
export function createNextTimes(find = listNextTimes): NextTimes {
  const kept = new Map<string, readonly Date[]>();
  /** Keys of `kept` for which a search found fewer times than wanted. */
  const exhausted = new Set<string>();
  return {
    async list({ cron, timezone }, from, count) {
      const key = `${timezone} ${cron}`;
      const known = (kept.get(key) ?? []).filter((time) => time > from);
      kept.delete(key);
      const missing = exhausted.has(key) && known.length > 0 ? 0 : count - known.length;
      const times = [...known];
      if (missing > 0) {
        await setImmediate();
        times.push(...find({ cron, timezone }, known.at(-1) ?? from, missing));
        if (times.length < count) exhausted.add(key);
        else exhausted.delete(key);
      }
      kept.set(key, times);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) {
        kept.delete(oldest);
        exhausted.delete(oldest);
      }
      return times.slice(0, count);
    },
  };
}

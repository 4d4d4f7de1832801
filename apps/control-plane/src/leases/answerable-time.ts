import { pauseUntilAborted } from '@errand/foundation';

const PULSE_MS = 500;
/** What takes no longer than this is no outage. */
const TOLERANCE_MS = 1_000;
/** Heartbeats that waited for the end of a gap need a moment. */
const SETTLE_MS = 1_000;
const GAPS_KEPT = 1_000;

/** In milliseconds of one clock that never goes back. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Knows in how much of the last time this process could have answered a heartbeat: not while its event loop stood still,
 * nor while its database was slow, had no connection for it, or was away.
 */
export interface AnswerableTime {
  /**
   * By how much the last `ms` of answerable time are longer than `ms` by the clock. Undefined until there has been as much
   * since the start, or since the database came back.
   */
  readonly pardonFor: (ms: number) => number | undefined;
  /** Counts time in which this one heartbeat, or the like, waited too long. */
  readonly measure: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Nothing before now counts, because a statement failed. */
  readonly restart: () => void;
  /** Takes the pulse by `probe` until the signal fires. */
  readonly run: (probe: () => Promise<unknown>, signal: AbortSignal) => Promise<void>;
}

/** `now` is for tests. */
export function createAnswerableTime(now = (): number => performance.now()): AnswerableTime {
  const gaps = createGaps(now);
  let isDown = false;

  return {
    restart: () => gaps.forget(),
    measure: (work) => gaps.measure(work),
    pardonFor(ms) {
      const since = isDown ? undefined : gaps.walkBack(ms);
      return since === undefined ? undefined : now() - since - ms;
    },
    async run(probe, signal) {
      while (!signal.aborted) {
        try {
          await gaps.measure(probe);
          if (isDown) gaps.forget();
          else gaps.beat();
          isDown = false;
        } catch {
          // Whoever asks the database says why; here it counts as time in which nobody was answered.
          isDown = true;
        }
        await pauseUntilAborted(PULSE_MS, signal);
      }
    },
  };
}

function createGaps(now: () => number) {
  const ended: Gap[] = [];
  const waiting = new Set<Pick<Gap, 'from'>>();
  let countsFrom = now();
  let nextBeatAt = countsFrom + PULSE_MS;

  /** Keeps what has taken too long until now. */
  function end({ from }: Pick<Gap, 'from'>): void {
    const to = now();
    if (to - from <= TOLERANCE_MS) return;
    ended.push({ from, to: to + SETTLE_MS });
    if (ended.length > GAPS_KEPT) ended.shift();
  }

  /** Those that have not ended yet are among them. */
  function list(to: number): Gap[] {
    const open = [...waiting, { from: nextBeatAt }].filter(({ from }) => to - from > TOLERANCE_MS);
    return [...ended, ...open.map(({ from }) => ({ from, to }))];
  }

  return {
    beat(): void {
      end({ from: nextBeatAt });
      nextBeatAt = now() + PULSE_MS;
    },
    forget(): void {
      ended.length = 0;
      countsFrom = now();
      nextBeatAt = countsFrom + PULSE_MS;
    },
    measure: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const entry = { from: now() };
      waiting.add(entry);
      try {
        return await work();
      } finally {
        waiting.delete(entry);
        end(entry);
      }
    },
    /** The moment since which `ms` were outside the gaps; undefined when that is before anything counts. */
    walkBack(ms: number): number | undefined {
      let moment = now();
      let left = ms;
      for (const { from, to } of list(moment).toSorted((one, other) => other.to - one.to)) {
        if (moment - to >= left) break;
        left -= Math.max(moment - to, 0);
        moment = Math.min(moment, from);
      }
      const since = moment - left;
      return since < countsFrom ? undefined : since;
    },
  };
}

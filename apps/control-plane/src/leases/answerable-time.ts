import { pauseUntilAborted } from '@errand/foundation';

const PULSE_MS = 500;
/** A wait up to this long does not count as an outage. */
const TOLERANCE_MS = 1_000;
/** Added to each gap: heartbeats that waited for its end need a moment. */
const SETTLE_MS = 1_000;
const GAPS_KEPT = 1_000;

/** In milliseconds of one monotonic clock. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly cause: Cause;
}

type Cause = 'pulse' | 'heartbeat';

/**
 * Tracks when this process could serve a heartbeat: not while its event loop was blocked, nor while
 * its database was slow, had no free connection, or was down.
 */
export interface AnswerableTime {
  /**
   * How much longer than `ms` the last `ms` of answerable time took by the wall clock. Undefined
   * until that much answerable time has passed since the start, or since the database came back.
   */
  readonly pardonFor: (ms: number) => number | undefined;
  /**
   * Runs `work`, such as one heartbeat, and counts its time as a gap if it took too long. Such gaps
   * add at most one lease time: on a busy server some heartbeat is always slow, and the tasks of a
   * dead worker must still return.
   */
  readonly measure: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Discards all time before now, because a statement failed. */
  readonly restart: () => void;
  /** Runs `probe` at each pulse until the signal fires. */
  readonly run: (probe: () => Promise<unknown>, signal: AbortSignal) => Promise<void>;
}

/** `now` is for tests. */
export function createAnswerableTime(now = (): number => performance.now()): AnswerableTime {
  const gaps = createGaps(now);
  let isDown = false;

  return {
    restart: () => gaps.forget(),
    measure: (work) => gaps.measure(work, 'heartbeat'),
    pardonFor(ms) {
      if (isDown) return undefined;
      const since = Math.max(gaps.walkBack(ms), gaps.walkBack(ms, 'pulse') - ms);
      return since < gaps.countsFrom() ? undefined : now() - since - ms;
    },
    async run(probe, signal) {
      while (!signal.aborted) {
        try {
          await gaps.measure(probe, 'pulse');
          if (isDown) gaps.forget();
          else gaps.beat();
          isDown = false;
        } catch {
          // Other callers report the database error; here it only counts as unanswerable time.
          isDown = true;
        }
        await pauseUntilAborted(PULSE_MS, signal);
      }
    },
  };
}

function createGaps(now: () => number) {
  const ended: Record<Cause, Gap[]> = { pulse: [], heartbeat: [] };
  const waiting = new Set<Omit<Gap, 'to'>>();
  let countsFrom = now();
  let nextBeatAt = countsFrom + PULSE_MS;

  /** Records a gap if the time since `from` exceeds the tolerance. */
  function end({ from, cause }: Omit<Gap, 'to'>): void {
    const to = now();
    if (to - from <= TOLERANCE_MS) return;
    if (ended[cause].push({ from, to: to + SETTLE_MS, cause }) > GAPS_KEPT) ended[cause].shift();
  }

  /** Includes gaps that have not ended yet. */
  function list(to: number): Gap[] {
    const all = [...waiting, { from: nextBeatAt, cause: 'pulse' as const }];
    const open = all.filter(({ from }) => to - from > TOLERANCE_MS);
    return [...ended.pulse, ...ended.heartbeat, ...open.map((gap) => ({ ...gap, to }))];
  }

  return {
    countsFrom: (): number => countsFrom,
    beat(): void {
      end({ from: nextBeatAt, cause: 'pulse' });
      nextBeatAt = now() + PULSE_MS;
    },
    forget(): void {
      Object.assign(ended, { pulse: [], heartbeat: [] });
      countsFrom = now();
      nextBeatAt = countsFrom + PULSE_MS;
    },
    measure: async <Result>(work: () => Promise<Result>, cause: Cause): Promise<Result> => {
      const entry = { from: now(), cause };
      waiting.add(entry);
      try {
        return await work();
      } finally {
        waiting.delete(entry);
        end(entry);
      }
    },
    /** Returns the moment since which `ms` lie outside all gaps, or outside those of one cause. */
    walkBack(ms: number, only?: Cause): number {
      let moment = now();
      let left = ms;
      const gaps = list(moment).filter(({ cause }) => !only || cause === only);
      for (const { from, to } of gaps.toSorted((one, other) => other.to - one.to)) {
        if (moment - to >= left) break;
        left -= Math.max(moment - to, 0);
        moment = Math.min(moment, from);
      }
      return moment - left;
    },
  };
}

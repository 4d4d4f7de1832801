import { percentile } from '../bench/statistics.ts';
import type { Outcome } from './judge-case.ts';
import type { BehaviourResult, RecurringResult } from './run-delays.ts';

/** Goals that the table must meet. */
const GOALS = { medianWaitMs: 150, medianOverheadMs: 100, mostOverheadMs: 1_000 } as const;

export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

export interface Summary {
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Milliseconds from the end of the change to the end of the wait. Missing without samples. */
  readonly wait?: Spread;
  /** Milliseconds from the end of the change to the end of the extraction. */
  readonly read?: Spread;
  /** Milliseconds that ticking adds to the two steps. */
  readonly overhead?: Spread;
  /** Failed tasks on ticking pages. */
  readonly failedPairs: number;
  /** Sentences that name missed goals; empty if all are met. */
  readonly missed: readonly string[];
}

export function summarize(
  delayed: readonly BehaviourResult[],
  recurring: readonly RecurringResult[],
): Summary {
  const cases = delayed.flatMap(({ results }) => results);
  const pairs = recurring.flatMap(({ results }) => results);
  const count = (wanted: Outcome): number =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  const figures = {
    outcomes: {
      new: count('new'),
      stale: count('stale'),
      failed: count('failed'),
      unproven: count('unproven'),
    },
    ...spread(
      'wait',
      cases.map(({ waitMs }) => waitMs),
    ),
    ...spread(
      'read',
      cases.map(({ readMs }) => readMs),
    ),
    ...spread(
      'overhead',
      pairs.map(({ overheadMs }) => overheadMs),
    ),
    failedPairs: pairs.filter(({ overheadMs }) => overheadMs === undefined).length,
  };
  return { ...figures, missed: findMissed(figures) };
}

function spread<Name extends string>(
  name: Name,
  samples: readonly (number | undefined)[],
): { readonly [key in Name]?: Spread } {
  const known = samples.filter((sample) => sample !== undefined);
  if (known.length === 0) return {};
  const value = {
    count: known.length,
    median: percentile(known, 50),
    p95: percentile(known, 95),
    most: Math.max(...known),
  };
  return { [name]: value } as { readonly [key in Name]?: Spread };
}

function findMissed({ outcomes, wait, overhead, failedPairs }: Omit<Summary, 'missed'>): string[] {
  const missed: string[] = [];
  if (outcomes.stale > 0) missed.push(`${outcomes.stale} stale reads`);
  if (outcomes.failed > 0) missed.push(`${outcomes.failed} failed tasks`);
  if (outcomes.unproven > 0) missed.push(`${outcomes.unproven} cases that prove nothing`);
  if (failedPairs > 0) missed.push(`${failedPairs} failed comparisons`);
  if (wait && wait.median > GOALS.medianWaitMs)
    missed.push(`a median wait of ${wait.median} ms; the goal is ${GOALS.medianWaitMs}`);
  if (overhead && overhead.median > GOALS.medianOverheadMs)
    missed.push(
      `a median overhead of ${overhead.median} ms; the goal is ${GOALS.medianOverheadMs}`,
    );
  if (overhead && overhead.most > GOALS.mostOverheadMs)
    missed.push(`an overhead of ${overhead.most} ms; the goal is ${GOALS.mostOverheadMs} at most`);
  return missed;
}

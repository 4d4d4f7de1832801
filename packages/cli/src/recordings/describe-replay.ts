import type { Printer } from '../terminal/printer.ts';
import type { ReplayedStep, ReplayResult } from './replay-task.ts';

const COLORS = { done: 'green', failed: 'red', not_reached: 'yellow', skipped: 'dim' } as const;

/** A table of the steps, and what it means. */
export function describeReplay(print: Printer, result: ReplayResult): string {
  const { failure, missed_requests: missed, passed, repaired, steps } = result;
  const table = print.table<ReplayedStep>(
    [
      { title: 'NODE', text: ({ node_path: path }) => path },
      { title: 'KIND', text: ({ kind }) => kind ?? '' },
      { title: 'IN THE TASK', text: ({ before }) => before ?? '' },
      {
        title: 'NOW',
        text: ({ outcome }) => outcome,
        paint: (cell, { outcome }) => print.color(COLORS[outcome], cell),
      },
      { title: 'REASON', text: ({ reason }) => reason ?? '', isFlexible: true },
    ],
    steps,
  );
  const count = missed.length;
  return [
    table,
    ...(repaired.length > 0 ? [`Repaired: ${repaired.join(', ')}`] : []),
    ...(failure ? [`Failed: ${failure.message}`] : []),
    ...(count > 0 ? [`Requests without a recorded response: ${count} (see --json)`] : []),
    passed ? 'Every step passes.' : 'Not every step passes.',
  ].join('\n');
}

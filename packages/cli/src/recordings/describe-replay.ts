import { plainText } from '../terminal/plain-text.ts';
import type { Printer } from '../terminal/printer.ts';
import type { ReplayedStep, ReplayResult } from './judge-replay.ts';

type Missed = ReplayResult['missed_requests'][number];

const SHOWN_REQUESTS = 5;
const COLORS = {
  done: 'green',
  failed: 'red',
  not_reached: 'yellow',
  skipped: 'dim',
  unknown: 'yellow',
} as const;

/** Returns a table of the steps, followed by what it means. */
export function describeReplay(print: Printer, result: ReplayResult): string {
  const { failure, missed_requests: missed, passed, repaired, steps } = result;
  const table = print.table<ReplayedStep>(
    [
      { title: 'NODE', text: ({ node_path: path }) => path },
      { title: 'KIND', text: ({ kind }) => kind ?? '' },
      { title: 'IN THE TASK', text: inTask },
      {
        title: 'NOW',
        text: ({ outcome, differs }) => (differs === true ? `${outcome} (differs)` : outcome),
        paint: (cell, { outcome }) => print.color(COLORS[outcome], cell),
      },
      { title: 'REASON', text: ({ reason }) => reason ?? '', isFlexible: true },
    ],
    steps,
  );
  return [
    table,
    ...(repaired.length > 0 ? [`Repaired: ${repaired.join(', ')}`] : []),
    ...(failure && !passed ? [`Failed: ${plainText(failure.message)}`] : []),
    ...warn(print, missed),
    conclude(result),
  ].join('\n');
}

function conclude({ passed, steps }: ReplayResult): string {
  if (!passed) return 'Not every step passes.';
  return steps.some(({ outcome }) => outcome === 'unknown')
    ? 'No step fails, but the unknown ones could not be judged.'
    : 'Every step passes.';
}

/** Includes the old path if the node was elsewhere. */
function inTask({ before, node_path: path, node_path_before: old }: ReplayedStep): string {
  return before !== null && old !== path ? `${before} as ${old}` : (before ?? '');
}

/** What the steps did after such a request says little about the site. */
function warn(print: Printer, missed: ReplayResult['missed_requests']): readonly string[] {
  const [answered, lost] = [
    missed.filter(hasOtherBody),
    missed.filter((one) => !hasOtherBody(one)),
  ];
  return [
    ...warnOf(print, lost, (requests) => `the task's trace has no response to ${requests}`),
    ...warnOf(print, answered, (requests) => `${requests} got the response to another body`),
  ];
}

const hasOtherBody = ({ reason }: Missed): boolean => reason === 'body_differs';

function warnOf(
  print: Printer,
  missed: readonly Missed[],
  describe: (requests: string) => string,
): readonly string[] {
  if (missed.length === 0) return [];
  const what = describe(missed.length === 1 ? '1 request' : `${missed.length} requests`);
  const left = missed.length - SHOWN_REQUESTS;
  return [
    print.color(
      'yellow',
      `Warning: ${what}, so the steps may behave differently on the real site:`,
    ),
    ...missed.slice(0, SHOWN_REQUESTS).map(describeMissed),
    ...(left > 0 ? [`  and ${left} more (see --json)`] : []),
  ];
}

const NOTES: Readonly<Record<Missed['reason'], string>> = {
  not_recorded: '',
  body_not_kept: ' (its body was not kept)',
  download_not_kept: ' (a download)',
  body_differs: '',
};

function describeMissed({ method, url, reason }: Missed): string {
  return `  ${method} ${plainText(url)}${NOTES[reason]}`;
}

import { DELAYS } from './behaviour.ts';
import type {
  BehaviourResult,
  DelayResult,
  OverheadResult,
  RecurringResult,
} from './run-delays.ts';
import type { Spread, Summary } from './summarize.ts';

type Say = (line: string) => void;

const HEAD = DELAYS.map((delay) => `${delay} ms`).join(' | ');
const RULE = '| --- | ---: | ---: | ---: | ---: | ---: |';

export function printDelayedHead(say: Say): void {
  say('Milliseconds from the end of the change to the end of the wait for it:\n');
  say(`| Behaviour | ${HEAD} |`);
  say(RULE);
}

export function printBehaviour({ name, results }: BehaviourResult, say: Say): void {
  say(`| ${name} | ${results.map(inCell).join(' | ')} |`);
}

function inCell({ outcome, waitMs }: DelayResult): string {
  return waitMs === undefined ? outcome.toUpperCase() : String(waitMs);
}

export function printRecurringHead(say: Say): void {
  say('\nMilliseconds that ticking adds to the same two steps, by its period:\n');
  say(`| Page | ${HEAD} |`);
  say(RULE);
}

export function printRecurring({ name, results }: RecurringResult, say: Say): void {
  say(`| ${name} | ${results.map(overheadInCell).join(' | ')} |`);
}

function overheadInCell({ overheadMs }: OverheadResult): string {
  return overheadMs === undefined ? 'FAILED' : String(overheadMs);
}

/** Prints one line for each faulty case, with the reason. */
export function printFaults(
  delayed: readonly BehaviourResult[],
  recurring: readonly RecurringResult[],
  say: Say,
): void {
  say('');
  for (const { name, results } of delayed)
    for (const { delayMs, outcome, reason } of results)
      if (reason !== undefined) say(`${outcome.padEnd(8)}  ${name}, ${delayMs} ms: ${reason}`);
  for (const { name, results } of recurring)
    for (const { periodMs, reason } of results)
      if (reason !== undefined) say(`failed    ${name}, every ${periodMs} ms: ${reason}`);
}

export function printTotals({ outcomes, ...summary }: Summary, say: Say): void {
  const { wait, read, overhead, missed } = summary;
  const count = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  const { new: fresh, stale, failed, unproven } = outcomes;
  say(
    `${count} delayed cases: ${fresh} new, ${stale} stale, ${failed} failed, ${unproven} unproven`,
  );
  if (wait) say(`Wait beyond the end of the change: ${describe(wait)}`);
  if (read) say(`Until the extraction ended: ${describe(read)}`);
  if (overhead) say(`Added by ticking: ${describe(overhead)}`);
  say(missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('; ')}.`);
}

function describe({ count, median, p95, most }: Spread): string {
  return `median ${median} ms, p95 ${p95} ms, most ${most} ms (${count} samples)`;
}

import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFinalReads } from './final-reads.ts';

/**
 * A stream that ended has sent every state of its task and every stored step, each once and in
 * order.
 */
export function checkStreams(history: History): Violation[] {
  const states = Map.groupBy(history.database('transition'), ({ taskId }) => taskId);
  const events = Map.groupBy(history.of('event'), ({ taskId }) => taskId);
  const reads = findFinalReads(history);
  return history.of('stream').flatMap(({ taskId, isWhole }) => {
    const told = events.get(taskId) ?? [];
    const expected = (states.get(taskId) ?? []).map(({ status, epoch }) => `${status}/${epoch}`);
    const found = told.flatMap(({ status, attempt }) => (status ? [`${status}/${attempt}`] : []));
    const steps = reads.get(taskId)?.steps.map(nameStep);
    const toldSteps = told.filter(({ event }) => event === 'step').map(nameStep);
    return [
      ...(isWhole
        ? []
        : [{ rule: 'stream-unfinished', text: `The stream of task ${taskId} never ended.` }]),
      ...compare(taskId, { what: 'states', expected, found, isWhole }),
      ...(steps
        ? compare(taskId, { what: 'steps', expected: steps, found: toldSteps, isWhole })
        : []),
    ];
  });
}

function nameStep({ attempt, sequence }: Pick<LineOf<'event'>, 'attempt' | 'sequence'>): string {
  return `${attempt}.${sequence}`;
}

function compare(
  taskId: string,
  {
    what,
    expected,
    found,
    isWhole,
  }: {
    readonly what: string;
    readonly expected: readonly string[];
    readonly found: readonly string[];
    readonly isWhole: boolean;
  },
): Violation[] {
  const due = isWhole ? expected : expected.slice(0, found.length);
  if (due.join() === found.join()) return [];
  const text = `The stream of task ${taskId} sent the ${what} ${found.join(', ')}; there were ${expected.join(', ')}.`;
  return [{ rule: 'stream-wrong', text }];
}

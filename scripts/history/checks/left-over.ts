import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/**
 * No process ends unexpectedly. In the end, no process is left, and the queue's counters and
 * permits are correct.
 */
export function checkLeftOver(history: History): Violation[] {
  const ends = history.of('end');
  if (ends.length === 0) return [{ rule: 'no-end', text: 'The history does not contain its end.' }];
  const crashes = history.of('crash').map(({ text }) => ({ rule: 'crash', text }));
  const leftOver = ends.flatMap(({ processes, queueFaults }) => [
    ...processes.map((text) => ({ rule: 'orphan-process', text })),
    ...Object.entries(queueFaults)
      .filter(([, count]) => count !== 0)
      .map(([name, count]) => ({ rule: 'queue-fault', text: `${name}: ${count}` })),
  ]);
  return [...crashes, ...leftOver];
}

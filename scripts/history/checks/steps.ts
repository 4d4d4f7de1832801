import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFinalReads, findMade } from './final-reads.ts';

/** A client reads every step of an attempt whose report was accepted, each once and in order. */
export function checkSteps(history: History): Violation[] {
  const reads = findFinalReads(history);
  const made = findMade(history);
  const taken = history
    .of('report')
    .filter(({ answer }) => answer === 'success' || answer === 'failed');
  return taken.flatMap(({ taskId, epoch }) => {
    const expected = made.get(`${taskId}/${epoch}`)?.steps;
    const read = reads.get(taskId);
    if (expected === undefined || !read) return [];
    const found = read.steps.filter(({ attempt }) => attempt === epoch);
    const isWhole = found.every(({ sequence }, index) => sequence === index);
    if (found.length === expected && isWhole) return [];
    const sequences = found.map(({ sequence }) => sequence).join(', ');
    const text = `Attempt ${epoch} of task ${taskId} reported ${expected} steps; a client reads ${sequences || 'none'}.`;
    return [{ rule: 'steps-lost', text }];
  });
}

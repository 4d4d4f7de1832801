import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findMade } from './final-reads.ts';

/** Exactly the files that a success reported can be downloaded, with the uploaded bytes. */
export function checkFiles(history: History): Violation[] {
  const made = findMade(history);
  const files = Map.groupBy(history.of('file'), ({ taskId }) => taskId);
  return history
    .of('task')
    .filter(({ status }) => status === 'success')
    .flatMap(({ taskId, epoch }) => {
      const left = made.get(`${taskId}/${epoch}`);
      if (!left) return [];
      const found = (files.get(taskId) ?? []).map(
        ({ filename, answer, hash }) => `${filename} ${answer === 200 ? hash : answer}`,
      );
      const due = Object.entries(left.files).map(([filename, hash]) => `${filename} ${hash}`);
      if (due.toSorted().join() === found.toSorted().join()) return [];
      const text = `Task ${taskId} left ${due.join(', ') || 'no files'}; a client got ${found.join(', ') || 'none'}.`;
      return [{ rule: 'file-lost', text }];
    });
}

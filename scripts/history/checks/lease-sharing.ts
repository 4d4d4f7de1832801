import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/** A lease is executed once, by one process of the worker that holds it. */
export function checkLeaseSharing(history: History): Violation[] {
  const holders = new Map(
    history
      .database('transition')
      .filter(({ status }) => status === 'allocated')
      .map(({ taskId, epoch, workerId }) => [`${taskId}/${epoch}`, workerId]),
  );
  const began = history.of('execution').filter(({ phase }) => phase === 'began');
  const groups = Map.groupBy(began, ({ taskId, epoch }) => `${taskId}/${epoch}`);
  return [...groups].flatMap(([lease, executions]) => {
    const workers = executions.map(({ workerId, pid }) => `${workerId} (process ${pid})`);
    const holder = holders.get(lease);
    const isForeign =
      holder !== undefined && executions.some(({ workerId }) => workerId !== holder);
    if (executions.length === 1 && !isForeign) return [];
    const text = `The lease ${lease} of ${holder} was executed by ${workers.join(', ')}.`;
    return [{ rule: 'lease-shared', text }];
  });
}

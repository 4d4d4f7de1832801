import type { ControlPlaneClient } from '@errand/task-runner';
import type { Connection } from './connections.ts';
import type { FileDrop } from './file-drop.ts';
import type { SpooledTask } from './spooled-task.ts';
import { createSpoolingReporter } from './spooling-reporter.ts';

/** Creates a client like that of a fleet worker, but writes reports to disk first. */
export function createSpoolingClient({
  connect,
  drop,
  find,
}: {
  readonly connect: (workerId: string) => Connection;
  readonly drop: FileDrop;
  readonly find: (taskId: string) => SpooledTask | undefined;
}): Pick<ControlPlaneClient, 'reporter'> {
  return {
    reporter(lease, signal) {
      const task = find(lease.task_id);
      if (!task) throw new Error(`Task "${lease.task_id}" is not known here.`);
      const direct = connect(task.task.workerId).client.reporter(lease, signal);
      return createSpoolingReporter(task, { direct, drop });
    },
  };
}

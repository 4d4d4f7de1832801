import type { Logger } from '@errand/app-runtime';
import type { Connection } from './connections.ts';
import type { AcceptedTask } from './kept-task.ts';
import { SpooledTask } from './spooled-task.ts';

const CONFIRM_DEADLINE_MS = 10_000;

/** A task that the control plane stored for this server. */
export type GivenTask = Pick<AcceptedTask, 'lease' | 'workerId' | 'priority'>;

interface Dependencies {
  /** Where tasks are kept. */
  readonly folder: string;
  readonly connect: (workerId: string) => Connection;
  readonly logger: Logger;
}

/** Stores a task on disk and confirms it to the control plane. Returns the reason if that fails. */
export async function acceptTask(
  { folder, connect, logger }: Dependencies,
  { lease, workerId, priority }: GivenTask,
): Promise<SpooledTask | string> {
  const hasSecret = lease.task.rdp_parameter !== null;
  const task = { lease, workerId, priority, arrivedAt: Date.now(), hasSecret };
  let spooled: SpooledTask;
  try {
    spooled = await SpooledTask.create(folder, task);
  } catch (error) {
    logger.error('task could not be stored', { taskId: lease.task_id, error });
    const reason = Error.isError(error) ? error.message : String(error);
    return `The task could not be stored on disk and will fail soon: ${reason}. Free some space, then try again.`;
  }
  if (await isConfirmed(spooled, connect(workerId), logger)) return spooled;
  await spooled.remove();
  return 'The control plane did not confirm the task: try again.';
}

/** Until its first heartbeat, the control plane does not rely on this server having the task. */
async function isConfirmed(
  { task }: SpooledTask,
  { client }: Connection,
  logger: Logger,
): Promise<boolean> {
  const { task_id, lease_epoch, lease_secret } = task.lease;
  try {
    const signal = AbortSignal.timeout(CONFIRM_DEADLINE_MS);
    const heartbeat = { leases: [{ task_id, lease_epoch, lease_secret }], sessions: [] };
    const { leases } = await client.heartbeat(heartbeat, signal);
    return leases[0]?.state === 'held';
  } catch (error) {
    logger.warn('task was not confirmed', { taskId: task_id, error });
    return false;
  }
}

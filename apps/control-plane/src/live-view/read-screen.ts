import type { ViewMode } from '@errand/stream-ticket';
import { readTraceContext } from '@errand/tracing';
import type { Pool } from 'pg';
import { getTask } from '../task-rows/get-task.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { ScreenRefusedError } from './stream-errors.ts';

/** The screen of a running task. */
export interface Screen {
  readonly leaseEpoch: number;
  readonly workerId: string;
  /** host:port */
  readonly address: string;
  /** Sealed. */
  readonly key: string;
  /** The trace of the task, if it has one. */
  readonly traceId: string | undefined;
}

interface WantedScreen {
  readonly accountId: string;
  readonly taskId: string;
  readonly mode: ViewMode;
  /** Default: either kind. A ticket was issued for one of them. */
  readonly kind?: 'task' | 'session';
  /** Default: the running attempt. */
  readonly leaseEpoch?: number;
}

interface ScreenRow {
  readonly status: TaskStatus;
  readonly lease_epoch: number;
  readonly worker_id: string;
  readonly screen_address: string | null;
  readonly screen_key: string | null;
  /** A person may use the mouse and keyboard: the task waits for one, or is a debug session. */
  readonly is_controllable: boolean;
  readonly is_local: boolean;
  readonly traceparent: string | null;
}

/**
 * Throws TaskNotFoundError, and ScreenRefusedError when the screen cannot be shown in this mode
 * now.
 */
export async function readScreen(pool: Pick<Pool, 'query'>, wanted: WantedScreen): Promise<Screen> {
  const { taskId } = wanted;
  const row = await getTask(taskId, () => findRow(pool, wanted));
  assertRunning(wanted, row.status);
  if (wanted.leaseEpoch !== undefined && wanted.leaseEpoch !== row.lease_epoch) {
    throw new ScreenRefusedError(
      'stale-lease',
      `Attempt ${wanted.leaseEpoch} of task "${taskId}" has ended: request a new URL to watch the running attempt.`,
    );
  }
  if (wanted.mode === 'control' && !row.is_controllable) {
    throw new ScreenRefusedError(
      'not-waiting',
      `Task "${taskId}" is not waiting for a person: watch it with mode=view, and control it only while it waits.`,
    );
  }
  const { worker_id: workerId, lease_epoch: leaseEpoch } = row;
  const { screen_address: address, screen_key: key } = row;
  if (address !== null && key !== null) {
    const traceId = readTraceContext(row)?.traceId;
    return { leaseEpoch, workerId, address, key, traceId };
  }
  const where = row.is_local ? 'local inference server' : 'worker';
  throw new ScreenRefusedError(
    'no-screen',
    `Task "${taskId}" is running on a ${where} that shows no screens: it cannot be watched.`,
  );
}

async function findRow(
  pool: Pick<Pool, 'query'>,
  { accountId, taskId, kind }: WantedScreen,
): Promise<ScreenRow | undefined> {
  const { rows } = await pool.query<ScreenRow>(
    `SELECT t.status, t.lease_epoch, t.worker_id, t.is_local, t.traceparent, w.screen_address, w.screen_key,
       t.kind = 'session' OR EXISTS (SELECT FROM human_waits h
         WHERE h.task_id = t.id AND h.lease_epoch = t.lease_epoch AND h.ended_at IS NULL) AS is_controllable
     FROM tasks t
     LEFT JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch
     LEFT JOIN workers w ON w.id = t.worker_id AND w.registration_id = a.registration_id
       AND w.ended_at IS NULL AND w.expires_at > now()
     WHERE t.id = $1 AND t.account_id = $2 AND ($3::task_kind IS NULL OR t.kind = $3)`,
    [taskId, accountId, kind],
  );
  return rows[0];
}

/** For gateways, which redeem tickets of an attempt, a queued task is one that is not running. */
function assertRunning({ taskId, leaseEpoch }: WantedScreen, status: TaskStatus): void {
  if (status === 'running') return;
  if (status === 'queued' || status === 'allocated') {
    const words = status === 'queued' ? 'is queued' : 'is starting';
    throw new ScreenRefusedError(
      status === 'queued' && leaseEpoch === undefined ? 'task-queued' : 'not-running',
      `Task "${taskId}" ${words}: it can be watched once it is running.`,
    );
  }
  throw new ScreenRefusedError(
    'task-ended',
    `Task "${taskId}" has ended (${status}): there is nothing to watch.`,
    { status },
  );
}

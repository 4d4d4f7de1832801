import { callbackKeyOf } from './callback-key.ts';
import { exampleSightings, FOLLOWER, inputsOf, LEADER, outputOf } from './example-sightings.ts';
import type { HistoryLine, LineOf, TaskStatus } from './history.ts';

const SESSION = '0197a5b0-0000-7000-8000-00000000000a';
const ACCOUNT_ID = '0197a5b0-0000-7000-8000-00000000000b';

/** A worker that is frozen for longer than its lease, and one that takes over. */
const FROZEN_PID = 11;
const OTHER_PID = 12;

/**
 * A history without violations: two tasks of one login queue (limit 1, portal limit 1). The worker
 * of the first task is frozen during the task, so it loses the lease. When it wakes, it continues
 * for a moment, reports late and is refused. Callers may modify the lines.
 */
export function exampleHistory(): HistoryLine[] {
  return [
    { type: 'run', at: 0, seed: 1, engine: 'fake', leaseSeconds: 5, slots: 8 },
    submit('a', LEADER),
    submit('b', FOLLOWER),
    { type: 'login-limit', id: 1, at: 100, transaction: '1', loginQueueId: 7, limit: 1 },
    { type: 'portal-limit', id: 2, at: 100, transaction: '1', portalId: 3, limit: 1 },
    transition(3, LEADER, { status: 'queued', epoch: 0, priority: 1 }),
    transition(4, FOLLOWER, { status: 'queued', epoch: 0 }),
    transition(10, LEADER, { status: 'allocated', epoch: 1, priority: 1 }),
    transition(11, LEADER, { status: 'running', epoch: 1, priority: 1 }),
    execution(FROZEN_PID, LEADER, { epoch: 1, phase: 'began', at: 1_150 }),
    { type: 'process', at: 1_200, pid: FROZEN_PID, event: 'frozen' },
    transition(60, LEADER, { status: 'queued', epoch: 1, priority: 1 }),
    transition(61, LEADER, { status: 'allocated', epoch: 2, priority: 1 }),
    transition(62, LEADER, { status: 'running', epoch: 2, priority: 1 }),
    execution(OTHER_PID, LEADER, { epoch: 2, phase: 'began', at: 6_210 }),
    { type: 'process', at: 6_900, pid: FROZEN_PID, event: 'thawed' },
    execution(FROZEN_PID, LEADER, { epoch: 1, phase: 'ended', at: 6_905 }),
    report(FROZEN_PID, LEADER, { epoch: 1, answer: 'lost', isLate: true }),
    execution(OTHER_PID, LEADER, { epoch: 2, phase: 'ended', at: 7_000 }),
    report(OTHER_PID, LEADER, { epoch: 2, answer: 'success', isLate: false }),
    {
      type: 'write',
      id: 69,
      at: 6_900,
      transaction: '69',
      table: 'steps',
      taskId: LEADER,
      epoch: 2,
    },
    transition(71, LEADER, { status: 'success', epoch: 2, priority: 1 }),
    { ...writeOf(72, LEADER, 2), transaction: '71' },
    callback(LEADER, 'success', 503),
    callback(LEADER, 'success', 200),
    transition(80, FOLLOWER, { status: 'allocated', epoch: 1 }),
    { ...sessionLine(81, 'busy'), transaction: '80', taskId: FOLLOWER },
    transition(90, FOLLOWER, { status: 'cancelled', epoch: 1 }),
    sessionLine(91, 'gone'),
    { type: 'cancel', at: 8_500, taskId: FOLLOWER, answer: 202 },
    callback(FOLLOWER, 'cancelled', 200),
    ...exampleSightings(),
    taskLine(LEADER, { ref: 'a', status: 'success', epoch: 2 }),
    taskLine(FOLLOWER, { ref: 'b', status: 'cancelled', epoch: 1 }),
    { type: 'fault', at: 1_200, endedAt: 6_900, kind: 'worker-freeze', target: 'worker-1' },
    { type: 'end', at: 10_000, processes: [], queueFaults: { i1: 0, counters: 0 } },
  ];
}

export function submit(ref: string, taskId: string): LineOf<'submit'> {
  return {
    type: 'submit',
    at: 50,
    ref,
    account: 0,
    answer: 202,
    taskId,
    wantsCallback: true,
    body: {
      endpoint_name: 'order-0',
      input_parameters: inputsOf(taskId),
      unique_parameter_names: ['login'],
      priority: taskId === LEADER ? 1 : null,
      per_login_parallelism: 1,
    },
    answerBody: { success: true, task_id: taskId },
  };
}

export function taskLine(
  taskId: string,
  now: Pick<LineOf<'task'>, 'ref' | 'status' | 'epoch'>,
): LineOf<'task'> {
  return { type: 'task', taskId, maxRetries: 1, maxAutomationRetries: 0, ...now };
}

/** Each ID is a separate transaction, a tenth of a second after the previous one. */
export function transition(
  id: number,
  taskId: string,
  now: { readonly status: TaskStatus; readonly epoch: number; readonly priority?: number },
): LineOf<'transition'> {
  const { status, epoch, priority = null } = now;
  const isHeld = status === 'allocated' || status === 'running';
  return {
    type: 'transition',
    id,
    at: id * 100,
    transaction: String(id),
    taskId,
    accountId: ACCOUNT_ID,
    ref: taskId === LEADER ? 'a' : 'b',
    loginQueueId: 7,
    portalId: 3,
    status,
    epoch,
    workerId: isHeld ? `worker-${epoch}` : null,
    priority,
    sequence: taskId === LEADER ? 1 : 2,
    isDedicated: taskId === FOLLOWER,
  };
}

export function writeOf(id: number, taskId: string, epoch: number): LineOf<'write'> {
  const at = id * 100;
  return { type: 'write', id, at, transaction: String(id), table: 'task_outputs', taskId, epoch };
}

export function sessionLine(
  id: number,
  state: LineOf<'session'>['state'],
  sessionId = SESSION,
): LineOf<'session'> {
  const [at, transaction] = [id * 100, String(id)];
  const places = { portalId: 3, loginQueueId: 7 };
  return { type: 'session', id, at, transaction, sessionId, ...places, state, taskId: null };
}

export function execution(
  pid: number,
  taskId: string,
  more: Pick<LineOf<'execution'>, 'epoch' | 'phase' | 'at'>,
): LineOf<'execution'> {
  const how = more.phase === 'ended' ? { how: 'done' } : {};
  return { type: 'execution', pid, taskId, workerId: `worker-${pid - 10}`, ...how, ...more };
}

export function report(
  pid: number,
  taskId: string,
  more: Pick<LineOf<'report'>, 'epoch' | 'answer' | 'isLate'>,
): LineOf<'report'> {
  const workerId = `worker-${pid - 10}`;
  return { type: 'report', at: 7_000, pid, taskId, workerId, report: 'complete', ...more };
}

export function callback(taskId: string, status: TaskStatus, answered: number): LineOf<'callback'> {
  const ref = taskId === LEADER ? 'a' : 'b';
  return {
    type: 'callback',
    at: taskId === LEADER ? 7_200 : 9_100,
    taskId,
    webhookId: `webhook-${taskId}`,
    status,
    answered,
    ref,
    isSigned: true,
    apiKey: callbackKeyOf(ref),
    body: { output_data: outputOf(taskId), input_parameters: inputsOf(taskId) },
  };
}

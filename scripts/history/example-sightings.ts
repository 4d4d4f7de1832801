import type { HistoryLine, LineOf, TaskStatus } from './history.ts';

export const LEADER = '0197a5b0-0000-7000-8000-000000000001';
export const FOLLOWER = '0197a5b0-0000-7000-8000-000000000002';

const FILE = { name: 'file-0.txt', hash: 'c0ffee' };
/** The pages that the two attempts of the leader acted on, and the processes that did. */
const lost = { token: 'page-1', pid: 11, epoch: 1 };
const good = { token: 'page-2', pid: 12, epoch: 2 };

export function inputsOf(taskId: string): object {
  return { ref: [taskId === LEADER ? 'a' : 'b'], login: ['acme'] };
}

export function outputOf(taskId: string): object[] {
  return taskId === LEADER ? [{ json_data: { epoch: 2 } }] : [];
}

/** What clients, the site and the workers recorded of the example history. */
export function exampleSightings(): HistoryLine[] {
  return [
    act(1_160, { ...lost, phase: 'began' }),
    act(6_220, { ...good, phase: 'began' }),
    act(6_990, { ...good, phase: 'ended' }),
    {
      type: 'made',
      at: 7_000,
      pid: 12,
      workerId: 'worker-2',
      taskId: LEADER,
      epoch: 2,
      output: outputOf(LEADER),
      steps: 2,
      files: { [FILE.name]: FILE.hash },
    },
    attempt(LEADER, { epoch: 1, outcome: 'lost' }),
    attempt(LEADER, { epoch: 2, outcome: 'success' }),
    attempt(FOLLOWER, { epoch: 1, outcome: 'cancelled' }),
    request(LEADER, { operation: 'status', at: 1_120, answerBody: statusOf(LEADER, 'running') }),
    request(LEADER, { operation: 'read', at: 6_150, answerBody: detailOf(LEADER, 'allocated') }),
    request(LEADER, { operation: 'status', at: 6_300, account: 1, answer: 404 }),
    request(LEADER, { operation: 'resume', at: 6_400, answer: 409 }),
    finalRequest(LEADER, { operation: 'read', answerBody: detailOf(LEADER, 'success') }),
    finalRequest(FOLLOWER, { operation: 'read', answerBody: detailOf(FOLLOWER, 'cancelled') }),
    finalRequest(null, { operation: 'list', answerBody: listOf([LEADER, FOLLOWER]) }),
    { type: 'file', at: 9_900, taskId: LEADER, filename: FILE.name, answer: 200, hash: FILE.hash },
    ...exampleStream(),
  ];
}

function exampleStream(): HistoryLine[] {
  return [
    told(0, { status: 'queued' }),
    told(1, { status: 'allocated' }),
    told(1, { status: 'running' }),
    told(1, { status: 'queued' }),
    told(2, { status: 'allocated' }),
    told(2, { status: 'running' }),
    told(2, { sequence: 0 }),
    told(2, { sequence: 1 }),
    told(2, { status: 'success' }),
    { type: 'stream', at: 7_600, taskId: LEADER, isWhole: true },
  ];
}

export function told(
  attemptNumber: number,
  what: { readonly status: TaskStatus } | { readonly sequence: number },
): LineOf<'event'> {
  const event = 'status' in what ? 'status' : 'step';
  const none = { status: null, sequence: null };
  return {
    type: 'event',
    at: 7_500,
    taskId: LEADER,
    event,
    attempt: attemptNumber,
    ...none,
    ...what,
  };
}

export function act(
  at: number,
  more: Pick<LineOf<'act'>, 'token' | 'pid' | 'epoch' | 'phase'> & { readonly ref?: string },
): LineOf<'act'> {
  return { type: 'act', at, ref: 'a', ...more };
}

export function attempt(
  taskId: string,
  { epoch, outcome }: Pick<LineOf<'attempt'>, 'epoch' | 'outcome'>,
): LineOf<'attempt'> {
  return { type: 'attempt', taskId, epoch, workerId: `worker-${epoch}`, outcome };
}

/** A request of the owner with a response after ten milliseconds. */
export function request(
  taskId: string | null,
  more: Pick<LineOf<'request'>, 'operation' | 'at'> & Partial<LineOf<'request'>>,
): LineOf<'request'> {
  const usual = { account: 0, owner: 0, isFinal: false, answer: 200, answerBody: null };
  return { type: 'request', sentAt: more.at - 10, taskId, ...usual, ...more };
}

function finalRequest(
  taskId: string | null,
  more: Pick<LineOf<'request'>, 'operation' | 'answerBody'>,
): LineOf<'request'> {
  return request(taskId, { at: 9_500, isFinal: true, ...more });
}

export function statusOf(taskId: string, status: TaskStatus): object {
  return { success: true, task: { task_id: taskId, status } };
}

export function detailOf(taskId: string, status: TaskStatus): object {
  const isDone = taskId === LEADER && status === 'success';
  return {
    success: true,
    task: {
      task_id: taskId,
      status,
      priority: taskId === LEADER ? 1 : null,
      input_parameters: inputsOf(taskId),
      unique_parameter_names: ['login'],
      output_data: isDone ? outputOf(taskId) : [],
      steps: isDone ? [0, 1].map((sequence) => ({ attempt: 2, sequence })) : [],
    },
  };
}

export function listOf(taskIds: readonly string[]): object {
  return { success: true, tasks: taskIds.map((id) => ({ task_id: id })), next_cursor: null };
}

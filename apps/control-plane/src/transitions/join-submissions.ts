import { groupCalls } from '../database/group-calls.ts';
import { submitTask, type SubmitDependencies } from './submit-task.ts';
import { submitTasks, type Submitted } from './submit-tasks.ts';
import type { SubmittedTask } from './submitted-task.ts';

/** PostgreSQL refused a value or a row, maybe of one task only. */
const REFUSED = /^2[23]/;

type Submit = (
  accountId: string,
  task: SubmittedTask,
  signal: AbortSignal | undefined,
) => Promise<{ readonly taskId: string; readonly isReplay: boolean }>;

/**
 * Stores tasks as `submitTask` does. Those that an account submits at the same time share one
 * transaction, which costs much less than one each.
 */
export function joinSubmissions(dependencies: Omit<SubmitDependencies, 'signal'>): Submit {
  const submitAlone: Submit = (accountId, task, signal) =>
    submitTask({ ...dependencies, signal }, accountId, task);
  const attempt = async (accountId: string, task: SubmittedTask): Promise<Submitted | Error> => {
    try {
      return await submitAlone(accountId, task, undefined);
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  };
  const submitTogether = async (
    accountId: string,
    tasks: readonly SubmittedTask[],
  ): Promise<readonly (Submitted | Error)[]> => {
    const [first] = tasks;
    if (first && tasks.length === 1) return [await attempt(accountId, first)];
    try {
      return await submitTasks(dependencies, accountId, tasks);
    } catch (error) {
      if (!isRefused(error)) throw error;
      return inTurn(tasks, (task) => attempt(accountId, task));
    }
  };
  const submitJoined = groupCalls<SubmittedTask, Submitted | Error>(async (accountId, tasks) => {
    const { firsts, repeats } = splitRepeats(tasks);
    const stored = await submitTogether(accountId, firsts);
    const repeated = await inTurn(repeats, (task) => attempt(accountId, task));
    const outcomes = new Map([...pair(firsts, stored), ...pair(repeats, repeated)]);
    return tasks.flatMap((task) => outcomes.get(task) ?? []);
  });
  return async (accountId, task, signal) => {
    if (!canJoin(task)) return submitAlone(accountId, task, signal);
    const outcome = await submitJoined(accountId, task);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

/** Files are stored around a transaction, and a claim or a continuation has work of its own in it. */
function canJoin({ input_files: files = [], claim, continuation }: SubmittedTask): boolean {
  return files.length === 0 && !claim && !continuation;
}

/** A repeated idempotency key must find the task that was stored with it. */
function splitRepeats(tasks: readonly SubmittedTask[]) {
  const keys = new Set<string>();
  const isRepeat = ({ idempotency }: SubmittedTask): boolean => {
    if (!idempotency) return false;
    const { size } = keys;
    return keys.add(idempotency.key).size === size;
  };
  const { firsts = [], repeats = [] } = Object.groupBy(tasks, (task) =>
    isRepeat(task) ? 'repeats' : 'firsts',
  );
  return { firsts, repeats };
}

function pair<Given, Result>(
  given: readonly Given[],
  results: readonly Result[],
): readonly (readonly [Given, Result])[] {
  return given.flatMap((each, place) => {
    const result = results[place];
    return result === undefined ? [] : [[each, result] as const];
  });
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    REFUSED.test(error.code)
  );
}

async function inTurn<Given, Result>(
  list: readonly Given[],
  act: (given: Given) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const given of list) results.push(await act(given));
  return results;
}

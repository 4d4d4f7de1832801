import type { Client } from 'openapi-fetch';
import type { ErrandPaths, ErrandSchemas } from './api-schemas.ts';
import { ErrandError, ErrandProtocolError } from './errors.ts';
import { randomKey } from './random-key.ts';
import { readError } from './transport/read-error.ts';

export interface Options {
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface SubmitOptions extends Options {
  /**
   * Submissions, or retries of one task, with the same key create one task. Default: a new key for each call, so that the
   * client can repeat the request.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The operations that the client calls itself. They throw ErrandError. */
export interface Operations {
  /** Queues a task. */
  readonly submit: (
    task: ErrandSchemas['SubmitTaskRequest'],
    options?: SubmitOptions,
  ) => Promise<ErrandSchemas['SubmitAccepted']>;
  /** The task with its results, attempts and steps. */
  readonly task: (taskId: string, options?: Options) => Promise<ErrandSchemas['TaskDetail']>;
  /** Asks for at most 50 tasks per call. */
  readonly statuses: (
    taskIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<ErrandSchemas['BatchTaskStatus']>;
  /**
   * Submits a failed or cancelled task again, with changes. `from: 'failed_node'` continues the
   * task where it stopped, if its recording says that this is safe.
   */
  readonly retry: (
    taskId: string,
    changes?: ErrandSchemas['RetryRequest'],
    options?: SubmitOptions,
  ) => Promise<ErrandSchemas['RetryAnswer']>;
  /** Cancels a task. */
  readonly cancel: (taskId: string, options?: Options) => Promise<ErrandSchemas['CancelAnswer']>;
  readonly downloads: (taskId: string, options?: Options) => Promise<ErrandSchemas['Download'][]>;
}

export function createOperations(api: Client<ErrandPaths>): Operations {
  return {
    submit(body, { idempotencyKey = randomKey(), signal } = {}) {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      return dataOf(api.POST('/api/v1/inference', { params, body, ...given(signal) }));
    },
    async task(taskId, { signal } = {}) {
      const params = { path: { task_id: taskId } };
      const { task } = await dataOf(
        api.GET('/api/v1/tasks/{task_id}', { params, ...given(signal) }),
      );
      return task;
    },
    async statuses(taskIds, signal) {
      const body = { task_id: [...taskIds] };
      const answer = await dataOf(api.POST('/api/v1/task_status', { body, signal }));
      if ('tasks' in answer) return answer;
      throw new ErrandProtocolError('A request for a list of tasks did not return a list.');
    },
    retry(taskId, body = {}, { idempotencyKey = randomKey(), signal } = {}) {
      const header = { 'Idempotency-Key': idempotencyKey };
      const params = { path: { task_id: taskId }, header };
      return dataOf(api.POST('/api/v1/tasks/{task_id}/retry', { params, body, ...given(signal) }));
    },
    cancel(taskId, { signal } = {}) {
      const params = { path: { task_id: taskId } };
      return dataOf(api.POST('/api/v1/tasks/{task_id}/cancel', { params, ...given(signal) }));
    },
    async downloads(taskId, { signal } = {}) {
      const params = { query: { task_id: taskId } };
      const answer = await dataOf(api.GET('/api/v1/get_downloads', { params, ...given(signal) }));
      return answer.downloads;
    },
  };
}

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a response of `errand.api`. Throws ErrandError for a status of 400 or above. */
export async function dataOf<Data>(answering: Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answering;
  if (data === undefined || data === null) throw readError(response, error);
  return data;
}

/** Returns the error that a single request for the task gets. */
export function noTask(taskId: string): ErrandError {
  return new ErrandError(`404: There is no task "${taskId}" in this account.`, {
    status: 404,
    code: 'task-not-found',
    requestId: undefined,
    violations: [],
    retryAfterMs: undefined,
  });
}

/** Returns the signal as requests expect it. */
export const given = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

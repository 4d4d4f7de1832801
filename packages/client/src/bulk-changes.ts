import type { Client } from 'openapi-fetch';
import type { ErrandPaths, ErrandSchemas } from './api-schemas.ts';
import { ErrandProtocolError } from './errors.ts';
import { dataOf, given, type Options } from './operations.ts';

type RetryPart = ErrandSchemas['RetryTasksAnswer'];
type CancelPart = ErrandSchemas['CancelTasksAnswer'];

/** The combined result of all calls. */
export type RetriedTasks = Omit<RetryPart, 'success' | 'has_more' | 'next_cursor'>;
export type CancelledTasks = Omit<CancelPart, 'success' | 'has_more'>;

export interface BulkOptions<Answer> extends Options {
  /** Called with the response of each call. A call's changes stay, even if a later one throws. */
  readonly onPart?: ((part: Answer) => void) | undefined;
}

/** Changes to many tasks. They call the API until nothing is left. */
export interface BulkChanges {
  /**
   * Retries tasks by ID or by filter. A task that already has a retry is not retried again. Without
   * `created_before`, a filter leaves out retries, so repeating the call retries none of its own.
   */
  readonly retryTasks: (
    request: ErrandSchemas['RetryTasksRequest'],
    options?: BulkOptions<RetryPart>,
  ) => Promise<RetriedTasks>;
  /** Cancels open tasks by ID or by filter. */
  readonly cancelTasks: (
    request: ErrandSchemas['CancelTasksRequest'],
    options?: BulkOptions<CancelPart>,
  ) => Promise<CancelledTasks>;
}

/** Maximum number of IDs per call. */
const MOST_IDS = 1_000;

export function createBulkChanges(api: Client<ErrandPaths>): BulkChanges {
  return {
    async retryTasks(request, { signal, onPart } = {}) {
      const parts = await callAll(request, {
        call: (body) => dataOf(api.POST('/api/v1/tasks/retry', { body, ...given(signal) })),
        idOf: ({ retry_of: id }: RetryPart['results'][number]) => id,
        onPart,
      });
      return {
        retried_count: sum(parts, (part) => part.retried_count),
        already_retried_count: sum(parts, (part) => part.already_retried_count),
        refused_count: sum(parts, (part) => part.refused_count),
        results: parts.flatMap(({ results }) => results),
      };
    },
    async cancelTasks(request, { signal, onPart } = {}) {
      const parts = await callAll(request, {
        call: (body) => dataOf(api.POST('/api/v1/tasks/cancel', { body, ...given(signal) })),
        idOf: ({ task_id: id }: CancelPart['results'][number]) => id,
        onPart,
      });
      return {
        cancelled_count: sum(parts, (part) => part.cancelled_count),
        cancel_requested_count: sum(parts, (part) => part.cancel_requested_count),
        already_final_count: sum(parts, (part) => part.already_final_count),
        not_found_count: sum(parts, (part) => part.not_found_count),
        results: parts.flatMap(({ results }) => results),
      };
    },
  };
}

interface Part<Result> {
  readonly has_more: boolean;
  readonly next_cursor?: string | null;
  readonly results: readonly Result[];
}

interface Calls<Request, Result, Answer extends Part<Result>> {
  readonly call: (body: Request) => Promise<Answer>;
  readonly idOf: (result: Result) => string;
  readonly onPart: ((part: Answer) => void) | undefined;
}

async function callAll<Request extends object, Result, Answer extends Part<Result>>(
  request: Request,
  { call, idOf, onPart }: Calls<Request, Result, Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const waiting = partsOf(request);
  for (let body = waiting.shift(); body; body = waiting.shift()) {
    const answer = await call(body);
    answers.push(answer);
    onPart?.(answer);
    if (!answer.has_more) continue;
    if (answer.results.length === 0) {
      throw new ErrandProtocolError('The server reached no task in this call. Repeat it later.');
    }
    waiting.unshift(restOf(body, answer.next_cursor, answer.results.map(idOf)));
  }
  return answers;
}

function partsOf<Request extends object>(request: Request): Request[] {
  if (!hasIds(request)) return [request];
  const { task_ids: ids } = request;
  return Array.from({ length: Math.max(1, Math.ceil(ids.length / MOST_IDS)) }, (_none, index) => ({
    ...request,
    task_ids: ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  }));
}

/** Returns the request for what a call has not yet processed. */
function restOf<Request extends object>(
  body: Request,
  cursor: string | null | undefined,
  done: readonly string[],
): Request {
  if (!hasIds(body)) return cursor ? { ...body, cursor } : body;
  // The server names a task once, however often it is given and in whatever letter case.
  const known = new Set(done.map((id) => id.toLowerCase()));
  return { ...body, task_ids: body.task_ids.filter((id) => !known.has(id.toLowerCase())) };
}

const hasIds = <Request extends object>(
  request: Request,
): request is Request & { readonly task_ids: readonly string[] } => 'task_ids' in request;

const sum = <Answer>(answers: readonly Answer[], count: (answer: Answer) => number): number =>
  answers.reduce((total, answer) => total + count(answer), 0);

import type { ErrandSchemas } from '@errand/api-types';
import type { IncomingHttpHeaders } from 'node:http';
import { defineRoute } from '../http/define-route.ts';
import { DomainError } from '../http/domain-error.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { LocalTargetError } from './submission-errors.ts';
import { writeRefusal } from './write-refusal.ts';
import {
  submitBatch,
  type BatchDependencies,
  type BatchKeys,
  type BatchResult,
} from './submit-batch.ts';

/** Stores many tasks and responds before they run. They are durable once the response is sent. */
export const submitTasks = defineRoute(
  'submitTasks',
  async (dependencies: BatchDependencies, { body, headers, accountId, trace, signal }) => {
    refuseLocalTarget(headers);
    const keys = readKeys(body, headers);
    const batch = { accountId, trace, keys, signal };
    const results = await submitBatch(dependencies, batch, body.tasks);
    const accepted = results.filter((result) => 'taskId' in result);
    return {
      status: 200,
      body: {
        success: true,
        accepted_count: accepted.length,
        replayed_count: accepted.filter(({ isReplay }) => isReplay).length,
        refused_count: results.length - accepted.length,
        results: results.map(writeResult),
      },
    };
  },
  { isTraced: true },
);

/** Throws InvalidRequestError. */
function readKeys(
  { tasks, item_keys: items }: ErrandSchemas['SubmitTasksRequest'],
  { 'idempotency-key': header }: IncomingHttpHeaders,
): BatchKeys | undefined {
  if (items !== undefined) assertItemKeys(items, { header, count: tasks.length });
  return typeof header === 'string' ? { batch: header, items } : undefined;
}

function assertItemKeys(
  { length }: readonly string[],
  { header, count }: { readonly header: unknown; readonly count: number },
): void {
  const loc = ['body', 'item_keys'];
  if (header === undefined) {
    const msg =
      'has no effect without the Idempotency-Key header: send the header, or leave out the member';
    throw new InvalidRequestError([{ loc, msg, type: 'dependentRequired' }]);
  }
  if (length === count) return;
  const msg = `has ${length} keys for ${count} submissions: specify one for each`;
  throw new InvalidRequestError([{ loc, msg, type: 'length' }]);
}

/** The validator keeps headers that the operation does not define. */
function refuseLocalTarget(headers: IncomingHttpHeaders): void {
  const { 'x-inference-target': target, 'x-local-server-id': server } = headers;
  if (target !== undefined || server !== undefined) throw new LocalTargetError('batch');
}

function writeResult(result: BatchResult, index: number): ErrandSchemas['SubmissionResult'] {
  if (!(result instanceof DomainError)) {
    const { taskId, isReplay } = result;
    return { index, outcome: 'accepted', task_id: taskId, replayed: isReplay, error: null };
  }
  const error = writeRefusal(result);
  return { index, outcome: 'refused', task_id: null, replayed: false, error };
}

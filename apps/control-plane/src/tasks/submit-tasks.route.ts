import type { ErrandSchemas } from '@errand/api-types';
import type { IncomingHttpHeaders } from 'node:http';
import { defineRoute } from '../http/define-route.ts';
import { DomainError } from '../http/domain-error.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { LocalTargetError } from './submission-errors.ts';
import { writeRefusal } from './write-refusal.ts';
import { submitBatch, type BatchDependencies, type BatchResult } from './submit-batch.ts';

const KEYLESS = {
  loc: ['body', 'first_index'],
  msg: 'has no effect without the header Idempotency-Key: send the header, or leave out the member',
  type: 'dependentRequired',
};

/** Stores many tasks and responds before they run. They are durable once the response is sent. */
export const submitTasks = defineRoute(
  'submitTasks',
  async (dependencies: BatchDependencies, { body, headers, accountId, trace, signal }) => {
    refuseLocalTarget(headers);
    const key = headers['idempotency-key'];
    const { first_index: firstIndex } = body;
    if (firstIndex !== undefined && key === undefined) throw new InvalidRequestError([KEYLESS]);
    const batch = { accountId, trace, key, firstIndex: firstIndex ?? 0, signal };
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

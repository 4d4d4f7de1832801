import type { Request } from 'express';
import { isUuid } from '../database/is-uuid.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

/** Returns what log lines say about a request; they quote nothing from it verbatim. */
export function describeRequest(request: Request, { locals }: AnyResponse) {
  const { requestId, accountId, worker } = locals;
  const named = findOperation(request)?.pathParams['task_id'];
  const taskId = named !== undefined && isUuid(named) ? named.toLowerCase() : locals.taskId;
  // Omits undefined members.
  return {
    requestId,
    ...(accountId === undefined ? {} : { accountId }),
    ...(worker === undefined ? {} : { workerId: worker.workerId }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(locals.trace === undefined ? {} : { trace_id: locals.trace.traceId }),
  };
}

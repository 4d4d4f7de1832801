import type { NextFunction, Request, RequestHandler } from 'express';
import { UnauthorizedError } from '../http/http-errors.ts';
import { readMember } from '../http/read-member.ts';
import { findOperation, type AnyResponse } from '../http/request-state.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { localWorkerPrefix } from './submit-local-task.ts';

/**
 * Lets a worker use the worker protocol under its own id only. An account's API key acts as one of
 * its local inference servers: it may use only their worker ids and the tasks submitted for them.
 */
export function fenceWorkers(tasks: {
  readonly isLocal: (accountId: string, taskId: string) => Promise<boolean>;
}): RequestHandler {
  return async (request: Request, response: AnyResponse, next: NextFunction) => {
    const { accountId, worker } = response.locals;
    const workerId = readMember(request.body, 'worker_id');
    // The schema refuses values that cannot be an id.
    if (worker && isWorkerId(workerId) && workerId !== worker.workerId) {
      throw new UnauthorizedError(
        `The worker token is not for the worker_id "${workerId}": it was registered as "${worker.workerId}".`,
      );
    }
    if (accountId === undefined) {
      next();
      return;
    }
    const prefix = localWorkerPrefix(accountId);
    // The schema refuses an id that is not a string.
    if (typeof workerId === 'string' && !workerId.startsWith(prefix)) {
      throw new UnauthorizedError(
        `The worker_id "${workerId.slice(0, 100)}" cannot be used with this API key: use the one that the submission returned, which begins with "${prefix}".`,
      );
    }
    const taskId = findOperation(request)?.pathParams['task_id'];
    if (taskId !== undefined && !(await tasks.isLocal(accountId, taskId))) {
      throw new TaskNotFoundError(taskId);
    }
    next();
  };
}

function isWorkerId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(value);
}

import type { NextFunction, Request, RequestHandler } from 'express';
import { localWorkerPrefix } from '../tasks/submit-local-task.ts';
import { TaskNotFoundError } from '../tasks/task-errors.ts';
import { UnauthorizedError } from './http-errors.ts';
import { hasMember, readMember } from './read-member.ts';
import { InvalidRequestError } from './invalid-request-error.ts';
import { findOperation, type AnyResponse } from './request-state.ts';

/**
 * Lets the API key of an account into the worker protocol as one of its local inference servers only: under their worker ids,
 * and to the tasks that were submitted for them. A worker of the installation passes.
 */
export function fenceLocalServers(tasks: {
  readonly isLocal: (accountId: string, taskId: string) => Promise<boolean>;
}): RequestHandler {
  return async (request: Request, response: AnyResponse, next: NextFunction) => {
    const { accountId } = response.locals;
    if (accountId === undefined) {
      next();
      return;
    }
    const body: unknown = request.body;
    const workerId = readMember(body, 'worker_id');
    const prefix = localWorkerPrefix(accountId);
    // The schema refuses an id that is no text.
    if (typeof workerId === 'string' && !workerId.startsWith(prefix)) {
      throw new UnauthorizedError(
        `The worker_id "${workerId.slice(0, 100)}" is not open to this API key: use the one that the submission was answered with, which begins with "${prefix}".`,
      );
    }
    if (hasMember(body, 'screen')) {
      const msg = 'is for workers of the installation: leave it out';
      throw new InvalidRequestError([{ loc: ['body', 'screen'], msg, type: 'local-server' }]);
    }
    const taskId = findOperation(request)?.pathParams['task_id'];
    if (taskId !== undefined && !(await tasks.isLocal(accountId, taskId))) {
      throw new TaskNotFoundError(taskId);
    }
    next();
  };
}

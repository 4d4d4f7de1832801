import type { Tracing } from '@errand/tracing';
import type { Request, RequestHandler } from 'express';
import { type AnyResponse, findOperation } from './request-state.ts';

const SERVER_FAULT = 500;

/**
 * Records a span of each request of the operations that `isTraced` selects. Runs after the
 * credentials are checked, so anonymous clients cannot fill a collector.
 */
export function traceRequests(
  tracing: Tracing,
  isTraced: (operationId: string) => boolean,
): RequestHandler {
  return (request: Request, response: AnyResponse, next) => {
    const { locals } = response;
    const operation = findOperation(request);
    if (!operation || !isTraced(operation.operationId)) {
      next();
      return;
    }
    const span = tracing.startSpan('submit', {
      kind: 'server',
      parent: locals.trace,
      startedAt: locals.arrivedAt,
      attributes: { 'http.request.method': request.method, 'http.route': operation.route },
    });
    if (span) {
      locals.span = span;
      locals.trace = span.context;
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : undefined;
        const taskId = locals.taskId;
        span.end({
          attributes: { 'http.response.status_code': status, 'errand.task.id': taskId },
          errorClass: errorOf(status),
        });
      });
    }
    next();
  };
}

function errorOf(status: number | undefined): string | undefined {
  if (status === undefined) return 'client_disconnected';
  return status >= SERVER_FAULT ? String(status) : undefined;
}

import type { Logger } from '@errand/app-runtime';
import type { Request, RequestHandler } from 'express';
import { describeRequest } from './describe-request.ts';
import { type AnyResponse, findOperation } from './request-state.ts';
import type { ServedRequest } from './served-request.ts';

/** The client disconnected before the response was complete; nginx uses the same number. */
const CLIENT_CLOSED = 499;

/** Paths outside the API documents. */
const PLACES = new Set(['files', 'docs', 'live']);

/**
 * Counts and logs every request once it has ended. Neither metrics nor log contain a path, query,
 * header or body as sent. Probes are logged at level debug.
 */
export function observeRequests({
  served,
  logger,
  level,
  onWork = () => undefined,
}: {
  readonly served: (request: ServedRequest) => void;
  /** Called when a request that is no probe begins, and when it has ended. */
  readonly onWork?: () => void;
  readonly logger: Logger;
  readonly level: 'info' | 'debug';
}): RequestHandler {
  return (request: Request, response: AnyResponse, next) => {
    const startedAt = performance.now();
    const [, place = ''] = request.path.split('/', 2);
    const noteWork = place === 'health' ? () => undefined : onWork;
    noteWork();
    response.once('close', () => {
      const route = findOperation(request)?.route ?? (PLACES.has(place) ? `/${place}` : 'none');
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      const milliseconds = performance.now() - startedAt;
      const line = { method: request.method, route, status, milliseconds };
      served(line);
      noteWork();
      logger.log(route.startsWith('/health/') ? 'debug' : level, 'request', {
        ...line,
        milliseconds: Math.round(milliseconds * 10) / 10,
        ...describeRequest(request, response),
      });
    });
    next();
  };
}

import { loadWorkerDocument } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import express, { type Express } from 'express';
import type { Dependencies } from './dependencies.ts';
import { authenticateByWorkerToken } from './http/authenticate.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { readErrorShapes } from './http/error-shapes.ts';
import { forbidStoring } from './http/forbid-storing.ts';
import { limitFailedKeys } from './http/limit-failed-keys.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { assignRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { isForWorkers, selectPaths } from './worker-document.ts';

/** The worker protocol as the workers of the installation speak it, without a port. */
export function createWorkerApp(
  dependencies: Dependencies,
  options: {
    readonly logger: Logger;
    /** What workers show as `Authorization: Bearer`. */
    readonly workerToken: string;
    readonly validateResponses: boolean;
    /** Requests with wrong credentials from one address in a minute. Default any number. */
    readonly failedKeysPerMinute?: number | undefined;
    readonly trustedProxies?: readonly string[];
  },
): Express {
  const { logger, workerToken, validateResponses } = options;
  const limited = limitFailedKeys(options.failedKeysPerMinute, logger);

  const shapes = readErrorShapes(loadWorkerDocument(), 'WorkerError');
  const router = mountRoutes({
    ...selectPaths(isForWorkers),
    shapes,
    authenticate: limited(authenticateByWorkerToken(workerToken)),
    validateResponses,
    dependencies,
    logger,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...(options.trustedProxies ?? [])]);
  app.use(assignRequestId, forbidStoring, setSecurityHeaders());
  app.use(router);
  app.use(createErrorHandler({ routes: new Map(), shapes, logger }));
  return app;
}

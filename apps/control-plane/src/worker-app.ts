import { loadWorkerDocument } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Dependencies } from './dependencies.ts';
import type { Authenticate } from './http/authenticate.ts';
import { dropUnknownMembers } from './http/drop-unknown-members.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { readErrorShapes } from './http/error-shapes.ts';
import { forbidStoring } from './http/forbid-storing.ts';
import { limitFailedKeys } from './http/limit-failed-keys.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { readTrace } from './http/read-trace.ts';
import { assignRequestId } from './http/request-id.ts';
import { findOperation } from './http/request-state.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { fenceWorkers } from './tasks/fence-workers.ts';
import { isForWorkers, selectPaths } from './worker-document.ts';
import { authenticateByPool, authenticateByRegistration } from './workers/authenticate-worker.ts';

/** The app for the workers of the installation, without a port. */
export function createWorkerApp(
  dependencies: Dependencies,
  options: {
    readonly logger: Logger;
    readonly validateResponses: boolean;
    /** Observes every request. */
    readonly observeRequests?: RequestHandler;
    /** Requests per minute with wrong credentials from one address. Default unlimited. */
    readonly failedKeysPerMinute?: number | undefined;
    readonly trustedProxies?: readonly string[];
  },
): Express {
  const { logger, validateResponses } = options;
  const limited = limitFailedKeys(options.failedKeysPerMinute, logger);

  const shapes = readErrorShapes(loadWorkerDocument(), 'WorkerError');
  const paths = selectPaths(isForWorkers);
  const router = mountRoutes({
    ...paths,
    shapes,
    authenticate: authenticateWorkers(dependencies, limited),
    checks: [dropUnknownMembers(paths.document), fenceWorkers(dependencies.tasks)],
    validateResponses,
    dependencies,
    logger,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...(options.trustedProxies ?? [])]);
  app.use(assignRequestId, readTrace, forbidStoring, setSecurityHeaders());
  if (options.observeRequests) app.use(options.observeRequests);
  app.use(router);
  app.use(createErrorHandler({ routes: new Map(), shapes, logger }));
  return app;
}

/** Authenticates by registration token or, for registering, by pool token. */
function authenticateWorkers(
  { workerRegister }: Dependencies,
  limited: ReturnType<typeof limitFailedKeys>,
): Authenticate {
  // Failed registration tokens do not count: when many registrations behind one address end
  // together, their workers must still be able to register again.
  const worker = authenticateByRegistration(workerRegister);
  const stranger = limited(worker);
  const pool = limited(authenticateByPool(workerRegister));
  return (request) => {
    const { security = [] } = findOperation(request) ?? {};
    if (security.some((scheme) => 'poolToken' in scheme)) return pool(request);
    return bringsRegistration(request) ? worker(request) : stranger(request);
  };
}

function bringsRegistration({ headers }: Request): boolean {
  return /^bearer errand_worker_[\w-]{43}$/i.test(headers.authorization ?? '');
}

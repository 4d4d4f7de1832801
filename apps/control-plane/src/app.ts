import { loadAdminDocument, loadErrandDocument, loadWorkerDocument } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import type { Dependencies } from './dependencies.ts';
import {
  type Authenticate,
  authenticateByAdminToken,
  authenticateByApiKey,
  authenticateByGatewayToken,
  authenticateByWorkerToken,
} from './http/authenticate.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { allowOrigins } from './http/allow-origins.ts';
import { readErrorShapes } from './http/error-shapes.ts';
import { fenceLocalServers } from './http/fence-local-servers.ts';
import { forbidStoring } from './http/forbid-storing.ts';
import { limitRate } from './http/limit-rate.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { limitFailedKeys } from './http/limit-failed-keys.ts';
import { refuseUnreadablePath } from './http/refuse-unreadable-path.ts';
import { findOperation } from './http/request-state.ts';
import { refuseUnstorableText } from './http/refuse-unstorable-text.ts';
import { assignRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveHeadAsGet } from './http/serve-head-as-get.ts';
import { serveLivePage } from './live-view/serve-live-page.ts';
import { adminRoutes, publicRoutes, workerRoutes } from './routes.ts';

export interface AppOptions {
  readonly logger: Logger;
  /** What workers show as `Authorization: Bearer`. */
  readonly workerToken: string;
  /** What gateways show as `Authorization: Bearer`; without it none gets in. */
  readonly gatewayToken?: string | undefined;
  /** What operators show as `Authorization: Bearer`; without it nothing is served to them. */
  readonly adminToken?: string | undefined;
  /** Whether an answer that the document does not declare becomes a 500. */
  readonly validateResponses: boolean;
  /** Serves `/files`; absent when an object store does. */
  readonly files?: RequestHandler;
  /** Where viewers reach a gateway; absent when nobody can watch. */
  readonly liveView?: { readonly streamPublicUrl: string } | undefined;
  /** Origins whose pages may call the API; `*` is every one. Default none. */
  readonly corsOrigins?: readonly string[];
  /** Requests of one API key in a minute, in this process. Default any number. */
  readonly rateLimitPerMinute?: number | undefined;
  /** Requests of one address in a minute, in this process. Default any number. */
  readonly addressRateLimitPerMinute?: number | undefined;
  /** Requests with wrong credentials from one address in a minute, in this process. Default any number. */
  readonly failedKeysPerMinute?: number | undefined;
  /** Proxies whose `X-Forwarded-For` is believed: addresses, networks, or names such as `loopback`. Default none. */
  readonly trustedProxies?: readonly string[];
}

/** The whole HTTP interface, without a port. */
export function createApp(dependencies: Dependencies, options: AppOptions): Express {
  const { logger, validateResponses, rateLimitPerMinute, corsOrigins = [] } = options;
  const { addressRateLimitPerMinute, trustedProxies = [] } = options;
  const limited = limitFailedKeys(options.failedKeysPerMinute, logger);
  const errandDocument = loadErrandDocument();
  const shapes = readErrorShapes(errandDocument, 'DetailError');
  const workerDocument = loadWorkerDocument();
  const publicRouter = mountRoutes({
    document: errandDocument,
    routes: publicRoutes,
    shapes,
    authenticate: limited(authenticateByApiKey(dependencies.apiKeys)),
    limits: rateLimitPerMinute === undefined ? [] : [limitRate(rateLimitPerMinute)],
    checks: [refuseUnstorableText],
    validateResponses,
    dependencies,
    logger,
  });
  const workerRouter = mountRoutes({
    document: workerDocument,
    routes: workerRoutes,
    shapes: readErrorShapes(workerDocument, 'WorkerError'),
    authenticate: limited(authenticateWorkersAndGateways(dependencies, options)),
    checks: [fenceLocalServers(dependencies.tasks)],
    validateResponses,
    dependencies,
    logger,
  });
  const adminRouter = mountAdmin(dependencies, options, limited);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...trustedProxies]);
  app.use(assignRequestId, forbidStoring, setSecurityHeaders());
  if (addressRateLimitPerMinute !== undefined) app.use(limitRate(addressRateLimitPerMinute));
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(['/files', '/docs', '/live'], refuseUnreadablePath());
  if (options.files) app.use('/files', options.files);
  app.use(serveDocs());
  app.use(serveLivePage(options.liveView?.streamPublicUrl));
  app.use(serveHeadAsGet);
  // Not mounted at a path, because the validator wants to see whole ones.
  app.use((request, response, next) => {
    const router = /^\/(?:worker|gateway)\//.test(request.path) ? workerRouter : publicRouter;
    const isForOperators = request.path.startsWith('/admin/');
    (isForOperators ? (adminRouter ?? publicRouter) : router)(request, response, next);
  });
  // Express would show the stack of an error that reaches its own handler.
  app.use(createErrorHandler({ routes: new Map(), shapes, logger }));
  return app;
}

/** One document is for both, and each has a token of its own. Operations that say so are open to local inference servers, too. */
function authenticateWorkersAndGateways(
  { apiKeys }: Dependencies,
  options: AppOptions,
): Authenticate {
  const worker = authenticateByWorkerToken(options.workerToken);
  const gateway = authenticateByGatewayToken(options.gatewayToken);
  const client = authenticateByApiKey(apiKeys);
  return (request) => {
    if (request.path.startsWith('/gateway/')) return gateway(request);
    return bringsApiKey(request) && isOpenToClients(request) ? client(request) : worker(request);
  };
}

function bringsApiKey({ headers }: Request): boolean {
  return headers['x-api-key'] !== undefined || /^x-api-key /i.test(headers.authorization ?? '');
}

function isOpenToClients(request: Request): boolean {
  return findOperation(request)?.security?.some((scheme) => 'apiKey' in scheme) ?? false;
}

/** Undefined without a token: then these paths are unknown like any other. */
function mountAdmin(
  dependencies: Dependencies,
  options: AppOptions,
  limited: ReturnType<typeof limitFailedKeys>,
): Router | undefined {
  const { adminToken, validateResponses, logger } = options;
  if (adminToken === undefined) return undefined;
  const document = loadAdminDocument();
  return mountRoutes({
    document,
    routes: adminRoutes,
    shapes: readErrorShapes(document, 'DetailError'),
    authenticate: limited(authenticateByAdminToken(adminToken)),
    validateResponses,
    dependencies,
    logger,
  });
}

import { loadAdminDocument, loadErrandDocument, loadWorkerDocument } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import type { Tracing } from '@errand/tracing';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { acceptCookies } from './api-keys/accept-cookies.ts';
import { authenticateByApiKey } from './api-keys/authenticate-by-api-key.ts';
import { serveConsole } from './console/serve-console.ts';
import type { Dependencies } from './dependencies.ts';
import { acceptTickets } from './events/accept-tickets.ts';
import { type Admission, type AdmissionLimits, createAdmission } from './http/admission.ts';
import { allowOrigins } from './http/allow-origins.ts';
import {
  type Authenticate,
  authenticateByAdminToken,
  authenticateByGatewayToken,
} from './http/authenticate.ts';
import { dropNulls } from './http/drop-nulls.ts';
import { dropUnknownMembers } from './http/drop-unknown-members.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { readErrorShapes } from './http/error-shapes.ts';
import { forbidStoring } from './http/forbid-storing.ts';
import { limitFailedKeys } from './http/limit-failed-keys.ts';
import { limitAccountRate, limitRate } from './http/limit-rate.ts';
import { listResponseHeaders } from './http/list-response-headers.ts';
import { loadHandler } from './http/load-handler.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { refuseUnreadablePath } from './http/refuse-unreadable-path.ts';
import { refuseUnstorableText } from './http/refuse-unstorable-text.ts';
import { readTrace } from './http/read-trace.ts';
import { assignRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveHeadAsGet } from './http/serve-head-as-get.ts';
import { serveLivePage } from './live-view/serve-live-page.ts';
import { serveTraces } from './traces/serve-traces.ts';
import { adminRoutes } from './admin-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { fenceWorkers } from './tasks/fence-workers.ts';
import { isForClients, isForGateways, selectPaths } from './worker-document.ts';

export interface AppOptions {
  readonly logger: Logger;
  /** Gateways send it as `Authorization: Bearer`; without it, no gateway is admitted. */
  readonly gatewayToken?: string | undefined;
  /** Operators send it as `Authorization: Bearer`; without it, there is no admin API. */
  readonly adminToken?: string | undefined;
  /** Whether a response that violates the document becomes a 500. */
  readonly validateResponses: boolean;
  /** Records spans of submissions. Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Observes every request. */
  readonly observeRequests?: RequestHandler;
  /** Serves `/files`; absent when an object store serves them. */
  readonly files?: RequestHandler;
  /** Origins of the signed file URLs that the console shows. Default: the app's own. */
  readonly fileOrigins?: readonly string[];
  /** The address at which viewers reach a gateway; absent without a live view. */
  readonly liveView?: { readonly streamPublicUrl: string } | undefined;
  /** API address in the documentation's examples. Default: as in the repository. */
  readonly publicUrl?: string;
  /** Origins whose pages may call the API; `*` allows all. Default none. */
  readonly corsOrigins?: readonly string[];
  /** Requests per minute of one API key, in this process. Default unlimited. */
  readonly rateLimitPerMinute?: number | undefined;
  /** Requests per minute of one address, in this process. Default unlimited. */
  readonly addressRateLimitPerMinute?: number | undefined;
  /**
   * Requests per minute with wrong credentials from one address, in this process. Default
   * unlimited.
   */
  readonly failedKeysPerMinute?: number | undefined;
  /**
   * Proxies whose `X-Forwarded-For` is trusted: addresses, networks, or names such as `loopback`.
   * Default none.
   */
  readonly trustedProxies?: readonly string[];
  /** Concurrency limits of the public API. Default unlimited. */
  readonly admission?: AdmissionLimits | undefined;
}

/**
 * Creates the app for clients, viewers, gateways and operators, which does not listen on a port
 * yet. Workers use `createWorkerApp`.
 */
export function createApp(dependencies: Dependencies, options: AppOptions): Express {
  const { logger, validateResponses, rateLimitPerMinute, corsOrigins = [] } = options;
  const { addressRateLimitPerMinute, trustedProxies = [] } = options;
  const limited = limitFailedKeys(options.failedKeysPerMinute, logger);
  const authenticate = authenticateClients(dependencies, limited);
  const admission = options.admission && createAdmission(options.admission, logger);
  const limits = limitClients(rateLimitPerMinute);
  const errandDocument = loadErrandDocument();
  const shapes = readErrorShapes(errandDocument, 'DetailError');
  const publicRouter = mountRoutes({
    document: errandDocument,
    routes: publicRoutes,
    shapes,
    admission,
    authenticate,
    limits,
    checks: [refuseUnstorableText, dropNulls(errandDocument)],
    tracing: options.tracing,
    validateResponses,
    dependencies,
    logger,
  });
  const routers = new Map<string, Router>([
    ...mountProtocol(dependencies, options, { limited, admission }),
    ['admin', mountAdmin(dependencies, options, limited) ?? publicRouter],
  ]);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...trustedProxies]);
  app.use(assignRequestId, readTrace, forbidStoring, setSecurityHeaders());
  if (options.observeRequests) app.use(options.observeRequests);
  // Ahead of everything that refuses requests: pages cannot read a refusal without CORS headers.
  if (corsOrigins.length > 0) {
    app.use(allowOrigins(corsOrigins, ['allow', ...listResponseHeaders(errandDocument)]));
  }
  if (addressRateLimitPerMinute !== undefined) app.use(limitRate(addressRateLimitPerMinute));
  app.use(['/files', '/console', '/docs', '/live', '/trace'], refuseUnreadablePath());
  if (options.files) app.use('/files', options.files);
  app.use(servePages(options));
  app.use(serveTraces({ ...dependencies, authenticate, limits }));
  app.use(serveHeadAsGet);
  // Not mounted at a path, because the validator needs complete paths.
  app.use((request, response, next) => {
    const [, first = ''] = request.path.split('/');
    (routers.get(first) ?? publicRouter)(request, response, next);
  });
  // Without this, Express would show the stack of an error that reaches its own handler.
  app.use(createErrorHandler({ routes: new Map(), shapes, logger }));
  return app;
}

/**
 * Compressed static files: the console, the documentation and the live view. A separate app,
 * because its responses have ETags, and those of the API do not: it declares no 304.
 */
function servePages({ publicUrl, liveView, fileOrigins = [] }: AppOptions): Express {
  const pages = express();
  pages.disable('x-powered-by');
  pages.use(
    ['/console', '/docs', '/live', '/trace/viewer', '/openapi.json', '/openapi.yaml'],
    compression({ filter: isText }),
  );
  pages.use(serveConsole({ ...liveView, fileOrigins }));
  // Half a second of loading that few requests need.
  const docs = loadHandler(async () => (await import('./docs/serve-docs.ts')).serveDocs(publicUrl));
  pages.all(/^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)\/?)$/i, docs);
  pages.use(serveLivePage({ ...liveView, fileOrigins }));
  return pages;
}

/** Also compresses YAML, which the package does not recognise as text. */
const isText: compression.CompressionFilter = (request, response) =>
  compression.filter(request, response) ||
  String(response.getHeader('content-type')).startsWith('application/yaml');

/** Limits the requests of each API key, and those of all keys of an account. */
function limitClients(limitOfKey: number | undefined): readonly RequestHandler[] {
  return limitOfKey === undefined ? [] : [limitRate(limitOfKey), limitAccountRate(limitOfKey)];
}

/** Authenticates by API key, by the cookie of a session, or by a ticket for event streams. */
function authenticateClients(
  { apiKeys, cookieSessions, eventTickets }: Dependencies,
  limited: ReturnType<typeof limitFailedKeys>,
): Authenticate {
  const byKeyOrCookie = acceptCookies(authenticateByApiKey(apiKeys), cookieSessions);
  return acceptTickets(limited(byKeyOrCookie), eventTickets);
}

interface Gates {
  readonly limited: ReturnType<typeof limitFailedKeys>;
  readonly admission: Admission | undefined;
}

/**
 * The parts of openapi/worker.yaml that are not for workers of the installation, keyed by the first
 * segment of their paths.
 */
function mountProtocol(
  dependencies: Dependencies,
  { gatewayToken, validateResponses, logger }: AppOptions,
  { limited, admission }: Gates,
): readonly [string, Router][] {
  const shapes = readErrorShapes(loadWorkerDocument(), 'WorkerError');
  const served = { shapes, validateResponses, dependencies, logger };
  const paths = selectPaths(isForClients);
  const localServers = mountRoutes({
    ...served,
    ...paths,
    admission,
    authenticate: limited(authenticateByApiKey(dependencies.apiKeys)),
    checks: [dropUnknownMembers(paths.document), fenceWorkers(dependencies.tasks)],
  });
  const gateways = mountRoutes({
    ...served,
    ...selectPaths(isForGateways),
    authenticate: limited(authenticateByGatewayToken(gatewayToken)),
  });
  return [
    ['worker', localServers],
    ['gateway', gateways],
  ];
}

/** Undefined without a token, so that these paths do not exist. */
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

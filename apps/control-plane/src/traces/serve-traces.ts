import type { ObjectStorage } from '@errand/object-storage';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore, StoredTrace } from '../artifacts/artifact-store.ts';
import type { EventTickets, TicketOwner } from '../events/event-tickets.ts';
import type { Authenticate } from '../http/authenticate.ts';
import { MissingScopeError } from '../http/http-errors.ts';
import type { AnyResponse } from '../http/request-state.ts';
import { TraceNotFoundError } from './trace-errors.ts';

const require = createRequire(import.meta.url);
const viewer = join(
  dirname(require.resolve('playwright-core/package.json')),
  'lib/vite/traceViewer',
);
const SCOPE = 'read';
/** Names of these files contain a hash of their content. */
const HASHED = /(?:\/assets\/|\.[\w-]{8}\.)[^/]*(?:js|css|ttf)$/;
const YEAR_SECONDS = 31_536_000;

interface TraceServer {
  readonly authenticate: Authenticate;
  /** Run once the API key is known; a ticket counts as the key that it was issued for. */
  readonly limits: readonly RequestHandler[];
  readonly eventTickets: Pick<EventTickets, 'issue' | 'redeem'>;
  readonly artifacts: Pick<ArtifactStore, 'findTrace'>;
  readonly storage: Pick<ObjectStorage, 'read'>;
}

/**
 * Serves the trace viewer of playwright-core at `/trace/viewer/`, and the traces of tasks:
 * `/trace/{task_id}` opens the viewer, `/trace/{task_id}/trace.zip` is the file. Both need an API
 * key with the scope `read`, or a ticket in the URL. The viewer runs a service worker, so browsers
 * open it over HTTPS or on a loopback address only.
 */
export function serveTraces(server: TraceServer): Router {
  const router = Router();
  router.use('/trace/viewer', allowViewer, express.static(viewer, { index: false, setHeaders }));
  router.get('/trace/:taskId', async (request, response) => {
    const { owner, trace } = await findTrace(server, request, response);
    const { ticket: given } = request.query;
    // If a ticket could create a new one, access would never expire.
    const ticket =
      typeof given === 'string' ? given : server.eventTickets.issue(owner, trace.taskId).ticket;
    const file = `../${trace.taskId}/trace.zip?ticket=${encodeURIComponent(ticket)}`;
    response.redirect(`viewer/index.html?trace=${encodeURIComponent(file)}`);
  });
  router.get('/trace/:taskId/trace.zip', async (request, response) => {
    const { trace } = await findTrace(server, request, response);
    await sendTrace(server, trace, response);
  });
  return router;
}

/**
 * Throws UnauthorizedError, TooManyRequestsError, MissingScopeError, TaskNotFoundError,
 * TraceNotFoundError.
 */
async function findTrace(
  { authenticate, limits, eventTickets, artifacts }: TraceServer,
  request: Request<{ taskId: string }>,
  response: AnyResponse,
): Promise<{ readonly owner: TicketOwner; readonly trace: StoredTrace }> {
  const { taskId } = request.params;
  const { ticket } = request.query;
  const caller =
    typeof ticket === 'string'
      ? await eventTickets.redeem(ticket, taskId)
      : await authenticate(request);
  const { accountId = '', apiKeyId = '', scopes = [] } = caller;
  Object.assign(response.locals, { accountId, apiKeyId });
  for (const limit of limits) await passThrough(limit, request, response);
  if (!scopes.includes(SCOPE)) throw new MissingScopeError(SCOPE);
  const trace = await artifacts.findTrace(accountId, taskId);
  if (!trace) throw new TraceNotFoundError(taskId);
  return { owner: { accountId, apiKeyId }, trace };
}

/** Throws what the handler passes on. */
async function passThrough(
  handler: RequestHandler,
  request: Request<{ taskId: string }>,
  response: AnyResponse,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const next = (error?: unknown) => (error === undefined ? resolve() : reject(error));
  await handler(request, response, next);
  await promise;
}

async function sendTrace(
  { storage }: TraceServer,
  { objectKey, size }: StoredTrace,
  response: Response,
): Promise<void> {
  const content = await storage.read(objectKey);
  response.type('application/zip').set('content-length', String(size));
  response.attachment('trace.zip');
  // A client that disconnects early is not a server error.
  await Promise.allSettled([pipeline(content, response)]);
}

function setHeaders(response: Response, path: string): void {
  const isHashed = HASHED.test(path);
  response.set(
    'cache-control',
    isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
}

/** Hashes of the viewer's inline script, which warns people who open its page as a file. */
function hashesOfScripts(): string[] {
  const page = readFileSync(join(viewer, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text);
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** The viewer loads nothing from other hosts. Its editor adds style elements. */
const allowViewer = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...hashesOfScripts()],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'"],
      frameSrc: ["'self'", 'blob:', 'data:'],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'self'"],
    },
  },
  xFrameOptions: { action: 'sameorigin' },
});

import {
  listOperations,
  loadLocalInferenceDocument,
  type LocalInferenceApi,
} from '@errand/api-types';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { z } from 'zod';
import type { FileDrop } from './file-drop.ts';
import type { LocalTasks } from './local-tasks.ts';

/** Maximum the control plane accepts. */
const MAX_BODY_BYTES = 25_165_824;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Served {
  readonly tasks: Pick<LocalTasks, 'cancel' | 'counts' | 'submit'>;
  readonly drop: FileDrop;
  /**
   * Accept only requests whose Host names this machine: a web page can point its own domain here
   * (DNS rebinding).
   */
  readonly isLoopbackOnly: boolean;
  readonly logger: { readonly error: (message: string, fields: object) => void };
}

/** Returns the response of one operation. `parameter` is the variable part of its path. */
type Operation = (served: Served, request: IncomingMessage, parameter: string) => Promise<Answer>;

const OPERATIONS: Readonly<Record<keyof LocalInferenceApi.operations, Operation>> = {
  submitLocally: ({ tasks }, request) =>
    receive(request, (body) => tasks.submit(body, passedOn(request))),
  cancelLocally: ({ tasks }, request) => receive(request, (body) => cancel(tasks, body)),
  checkLocalHealth: async ({ tasks }) => {
    const { running, queued, unreported } = tasks.counts;
    const body = { status: 'healthy', task_running: running > 0, queued_tasks: queued };
    return { status: 200, body: { ...body, unreported_tasks: unreported } };
  },
  isTaskRunning: async ({ tasks }) => ({ status: 200, body: tasks.counts.running > 0 }),
  keepLocalFile: async ({ drop }, request, token) => ({
    status: await drop.receive(token, request),
    body: {},
  }),
};

interface Route {
  readonly method: string;
  /** With the names of its parameters, such as /files/{token}. */
  readonly documentedPath: string;
  readonly path: RegExp;
  readonly operation: Operation;
}

/**
 * Serves openapi/local-inference.yaml. There are no credentials: anyone who can reach it may
 * submit.
 */
export function createLocalServer(served: Served): RequestListener {
  const routes = readRoutes();
  return (request, response) => {
    const found = findRoute(request, routes);
    answer(served, request, found).then(
      (answered) => send(response, answered),
      (error: unknown) => {
        // Not the URL: that of a file contains the token that allows its upload.
        served.logger.error('request failed', { path: found?.route.documentedPath, error });
        send(
          response,
          fault(500, 'The server encountered an unexpected error. See its log for details.'),
        );
      },
    );
  };
}

/** Reads the paths of the operations from the document. */
function readRoutes(): Route[] {
  const operations = new Map(Object.entries(OPERATIONS));
  return listOperations(loadLocalInferenceDocument()).map(({ operationId, method, path }) => {
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`Operation "${operationId}" is not implemented.`);
    const pattern = path.replaceAll(/\{\w+\}/g, String.raw`([\w-]+)`);
    return {
      method: method.toUpperCase(),
      documentedPath: path,
      path: new RegExp(`^${pattern}$`),
      operation,
    };
  });
}

interface FoundRoute {
  readonly route: Route;
  readonly parameter: string;
}

function findRoute(request: IncomingMessage, routes: readonly Route[]): FoundRoute | undefined {
  for (const route of routes) {
    const [found, parameter = ''] = route.path.exec(pathOf(request)) ?? [];
    if (found !== undefined && route.method === request.method) return { route, parameter };
  }
  return undefined;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

async function answer(
  served: Served,
  request: IncomingMessage,
  found: FoundRoute | undefined,
): Promise<Answer> {
  const stranger = whyRefused(served, request.headers);
  if (stranger !== undefined) return fault(403, stranger);
  if (found) return found.route.operation(served, request, found.parameter);
  const asked = `${request.method} ${pathOf(request).slice(0, 100)}`;
  return fault(404, `There is no ${asked}: see openapi/local-inference.yaml.`);
}

/**
 * Browsers send the origin of the requesting page, whichever host name the page used for this
 * server.
 */
function whyRefused(
  { isLoopbackOnly }: Served,
  { host = '', origin }: IncomingHttpHeaders,
): string | undefined {
  if (isLoopbackOnly && !LOOPBACK.test(host)) {
    return `The host "${host.slice(0, 100)}" is not this machine: use 127.0.0.1 or localhost.`;
  }
  if (origin === undefined) return undefined;
  return `Web pages may not use this server, and the request comes from "${origin.slice(0, 100)}": send it from a program, without the Origin header.`;
}

const PASSED_ON = ['idempotency-key', 'traceparent', 'tracestate'];

/** Forwards the idempotency key and the client's trace; the control plane validates them. */
function passedOn({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const given = PASSED_ON.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

const cancellation = z.strictObject({ task_id: z.string() });

async function cancel(tasks: Served['tasks'], body: string): Promise<Answer> {
  const { success, data } = cancellation.safeParse(JSON.parse(body));
  if (!success)
    return fault(400, 'task_id is missing, or there are other fields: send {"task_id": "..."}.');
  if (!(await tasks.cancel(data.task_id))) {
    return fault(404, `No task "${data.task_id.slice(0, 100)}" is waiting or running here.`);
  }
  return { status: 200, body: { success: true, message: 'The task is being cancelled.' } };
}

/**
 * A cross-site page cannot send this content type without a CORS preflight, which is not granted.
 */
async function receive(
  request: IncomingMessage,
  handle: (body: string) => Promise<Answer>,
): Promise<Answer> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return fault(
      415,
      `The content type "${type.slice(0, 100)}" is not supported: send application/json.`,
    );
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  // An oversized body is also read to its end; otherwise the client gets no response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > MAX_BODY_BYTES) {
    return fault(413, `The body is larger than the limit of ${MAX_BODY_BYTES} bytes.`);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const reason = whyNotJson(body);
  return reason === undefined ? handle(body) : fault(400, `The body is not valid JSON: ${reason}.`);
}

function whyNotJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return Error.isError(error) ? error.message : String(error);
  }
}

function fault(status: number, message: string): Answer {
  return { status, body: { success: false, message } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}

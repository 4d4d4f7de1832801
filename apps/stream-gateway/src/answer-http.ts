import type { RequestListener, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';

interface Dependencies {
  /** False while draining, or while the control plane is unreachable. */
  readonly isReady: () => Promise<boolean>;
}

/**
 * Handles plain HTTP on the port of viewers: health checks, which reveal only `ok` or
 * `unavailable`.
 */
export function answerHttp({ isReady }: Dependencies): RequestListener {
  return (request, response) => {
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === '/health/live') answer(response, 200, { status: 'ok' });
    else if (pathname === '/health/ready') void answerReadiness(response, isReady);
    else answer(response, 404, { detail: 'There is nothing here: viewers connect by WebSocket.' });
  };
}

/** Serves `/metrics` and nothing else: viewer numbers are for operators only. */
export function serveMetrics(metrics: Metrics): RequestListener {
  return (request, response) => {
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === '/metrics') void answerMetrics(response, metrics);
    else answer(response, 404, { detail: 'Only /metrics is served here.' });
  };
}

async function answerReadiness(
  response: ServerResponse,
  isReady: Dependencies['isReady'],
): Promise<void> {
  if (await isReady()) answer(response, 200, { status: 'ok' });
  else answer(response, 503, { status: 'unavailable' });
}

async function answerMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  const text = await metrics.write();
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  response.end(text);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from './create-logger.ts';

/** Result of a health check. */
export interface Health {
  readonly isHealthy: boolean;
  /** The response. It must not name tasks, accounts, URLs or any other text that users choose. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Pages for operators and their tools. A page that is left out returns 404. */
interface OperatorPages {
  /** `/health/live`: false means that only a restart can help. */
  readonly live?: () => Health | Promise<Health>;
  /** `/health/ready`: whether the process does its work. */
  readonly ready?: () => Health | Promise<Health>;
  /** `/metrics`: a prom-client Registry. */
  readonly metrics?: MetricsSource;
  /** Explains any other path, in a sentence. */
  readonly elsewhere: string;
  /** Reports a page that threw; the process continues. */
  readonly logger: Pick<Logger, 'error'>;
}

interface MetricsSource {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/**
 * Serves health checks (200 or 503, JSON) and metrics (Prometheus' text format). They need no
 * credentials, so listen where only operators can connect, or leave out what others must not see.
 */
export function serveOperators(pages: OperatorPages): RequestListener {
  const { live, ready, metrics, elsewhere, logger } = pages;
  return (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = async (): Promise<void> => {
      if (!isRead) answer(response, 405, { detail: 'Only GET and HEAD are served here.' });
      else if (pathname === '/health/live' && live) answerHealth(response, await live());
      else if (pathname === '/health/ready' && ready) answerHealth(response, await ready());
      else if (pathname === '/metrics' && metrics) await answerMetrics(response, metrics);
      else answer(response, 404, { detail: elsewhere });
    };
    page().catch((error: unknown) => {
      logger.error('page for operators is broken', { error, pathname });
      answer(response, 500, { detail: 'This page is broken: see the log.' });
    });
  };
}

function answerHealth(response: ServerResponse, { isHealthy, body }: Health): void {
  answer(response, isHealthy ? 200 : 503, body);
}

async function answerMetrics(response: ServerResponse, source: MetricsSource): Promise<void> {
  const text = await source.metrics();
  const headers = { 'content-type': source.contentType, 'cache-control': 'no-store' };
  response.writeHead(200, headers).end(text);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {};
  response.writeHead(status, { ...headers, ...allow }).end(JSON.stringify(body));
}

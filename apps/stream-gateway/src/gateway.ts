import type { RequestListener, ServerResponse } from 'node:http';

/** Answers health checks. Viewers get 501: bridging them to screens is not there yet. */
export function createGateway(): RequestListener {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gateway');
    if (pathname === '/health/live' || pathname === '/health/ready') {
      answer(response, 200, { status: 'ok' });
      return;
    }
    answer(response, 501, { detail: 'The live view is not available in this version.' });
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

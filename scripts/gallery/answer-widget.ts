import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { COUNTRIES } from './countries.ts';

const PAGE_LENGTH = 20;

/**
 * Handles the requests of widgets: `api/countries?q=&delay=` searches, `api/page?number=` returns
 * 20 rows, `api/upload` accepts a file.
 */
export async function answerWidget(
  request: IncomingMessage,
  response: ServerResponse,
  {
    path,
    searchParams,
  }: { readonly path: readonly string[]; readonly searchParams: URLSearchParams },
): Promise<void> {
  request.resume();
  await delay(Number(searchParams.get('delay') ?? 100));
  const send = (body: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  if (path[1] === 'upload') return send({ success: true });
  if (path[1] === 'page') {
    const first = Number(searchParams.get('number')) * PAGE_LENGTH + 1;
    return send(Array.from({ length: PAGE_LENGTH }, (_, index) => `Row ${first + index}`));
  }
  const wanted = (searchParams.get('q') ?? '').toLowerCase();
  send(COUNTRIES.filter((name) => name.toLowerCase().includes(wanted)));
}

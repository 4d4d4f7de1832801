import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';

/** Longest delay of any page. */
export const MAX_DELAY_MS = 10_000;

/** Responds after a delay, like a busy server; not at all when the client has disconnected. */
export function respondAfter<Parameters>(
  delayMs: (request: Request<Parameters>) => number,
  respond: (request: Request<Parameters>, response: Response) => void,
): RequestHandler<Parameters> {
  return async (request, response) => {
    if (await pause(response, delayMs(request))) respond(request, response);
  };
}

/** Returns false when the client disconnected during the delay. */
async function pause(response: Response, delayMs: number): Promise<boolean> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once('close', abort);
  try {
    await wait(Math.min(delayMs, MAX_DELAY_MS), undefined, { signal: gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    throw error;
  } finally {
    response.off('close', abort);
  }
}

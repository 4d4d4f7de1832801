import type { EgressGuard, EgressResponse } from '@errand/egress-guard';
import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { DownloadMissingError } from '../../errors.ts';
import type { NetworkCall } from './network-call.ts';
import { fetchOutside } from '../../outside/call-outside.ts';
import { attachSession } from '../browser/attach-session.ts';
import { findReplayedMethod, findReplayObstacle, isFromSameSite } from './replay-rules.ts';

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 50 * 1024 * 1024;
/**
 * Headers that the new connection sets itself, and the cookies, which are replaced with the current
 * ones.
 */
const NOT_REPLAYED =
  /^(?::.*|accept-encoding|connection|content-length|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Repeats a request of the page from outside the browser, with the current values of its cookies.
 * Throws `DownloadMissingError`, including for a call that `findReplayObstacle` refuses.
 */
export async function replayCall(
  egress: EgressGuard,
  call: NetworkCall,
  { page, signal }: { readonly page: Page; readonly signal: AbortSignal },
): Promise<EgressResponse> {
  const obstacle = findReplayObstacle(call);
  const method = findReplayedMethod(call);
  if (obstacle !== undefined || !method) {
    throw new DownloadMissingError(`The request to ${call.url} ${obstacle}.`);
  }
  const cookie = await abortable(readCookies(page, call), signal);
  const kept = Object.entries(call.requestHeaders()).filter(([name]) => !NOT_REPLAYED.test(name));
  const headers = { ...Object.fromEntries(kept), ...(cookie === '' ? {} : { cookie }) };
  const body = await abortable(call.requestBody(), signal);
  return fetchOutside(egress, call.url, {
    method,
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
}

/**
 * Returns the cookies for the address of a call, including those hidden from scripts: for a call
 * within a site all of them, otherwise those that the browser has sent with the call.
 */
async function readCookies(page: Page, call: NetworkCall): Promise<string> {
  const sent = namesOfCookies(call.requestHeaders()['cookie']);
  const isSent = isFromSameSite(call) ? () => true : (name: string) => sent.has(name);
  const session = await attachSession(page);
  try {
    const { cookies } = await session.send('Network.getCookies', { urls: [call.url] });
    return cookies
      .filter(({ name }) => isSent(name))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  } finally {
    await session.detach();
  }
}

function namesOfCookies(header = ''): ReadonlySet<string> {
  return new Set(header.split(';').map((pair) => pair.split('=', 1).join('').trim()));
}

import type { EgressGuard, EgressResponse } from '@errand/egress-guard';
import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { DownloadMissingError } from '../../errors.ts';
import type { NetworkCall } from './network-call.ts';
import { fetchOutside } from '../../outside/call-outside.ts';
import { attachSession } from '../browser/attach-session.ts';

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 50 * 1024 * 1024;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/**
 * Headers that the new connection sets itself, and the cookies, which are replaced with the current
 * ones.
 */
const NOT_REPLAYED =
  /^(?::.*|accept-encoding|connection|content-length|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Sends a request of the page again from outside the browser, with the browser's current cookies.
 */
export async function replayCall(
  egress: EgressGuard,
  call: NetworkCall,
  { page, signal }: { readonly page: Page; readonly signal: AbortSignal },
): Promise<EgressResponse> {
  const method = methods.find((known) => known === call.method);
  if (!method) {
    throw new DownloadMissingError(`A ${call.method} request cannot be sent again.`);
  }
  const cookie = await abortable(readCookies(page, call.url), signal);
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
 * Returns the cookies that a page at the address would send, including those hidden from scripts.
 */
async function readCookies(page: Page, url: string): Promise<string> {
  const session = await attachSession(page);
  try {
    const { cookies } = await session.send('Network.getCookies', { urls: [url] });
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  } finally {
    await session.detach();
  }
}

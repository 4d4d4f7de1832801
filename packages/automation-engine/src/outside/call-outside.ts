import {
  EgressBlockedError,
  EgressError,
  type EgressGuard,
  type EgressRequest,
  type EgressResponse,
  EgressTimeoutError,
} from '@errand/egress-guard';
import { DownloadMissingError } from '../errors.ts';

const MAX_REDIRECTS = 10;

/** Outcome of a request made outside the browser, if the egress rules allow it. */
export type OutsideAnswer =
  | ({ readonly kind: 'answer' } & EgressResponse)
  | {
      readonly kind: 'failed';
      readonly error: 'timeout' | 'http_error';
      readonly message: string;
    };

/** Follows redirects. Throws `EgressBlockedError`, and the signal's reason. */
export async function callOutside(
  egress: EgressGuard,
  url: string,
  request: EgressRequest & { readonly signal: AbortSignal },
): Promise<OutsideAnswer> {
  try {
    return {
      kind: 'answer',
      ...(await egress.request(url, { maxRedirects: MAX_REDIRECTS, ...request })),
    };
  } catch (error) {
    if (!(error instanceof EgressError) || error instanceof EgressBlockedError) throw error;
    const kind = error instanceof EgressTimeoutError ? 'timeout' : 'http_error';
    return { kind: 'failed', error: kind, message: error.message };
  }
}

/** Like `callOutside`, for a file. Throws `DownloadMissingError` unless the response is a success. */
export async function fetchOutside(
  egress: EgressGuard,
  url: string,
  request: EgressRequest & { readonly signal: AbortSignal },
): Promise<EgressResponse> {
  const answer = await callOutside(egress, url, request);
  if (answer.kind === 'failed')
    throw new DownloadMissingError(`No file was received: ${answer.message}`);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new DownloadMissingError(
    `No file was received: the server responded with status ${answer.status}.`,
  );
}

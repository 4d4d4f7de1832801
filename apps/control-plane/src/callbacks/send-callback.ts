import { EgressBlockedError, EgressError, type EgressGuard } from '@errand/egress-guard';
import { writeTraceHeaders } from '@errand/tracing';
import type { PendingDelivery, ReceiverSecret } from './delivery-store.ts';
import { readRetryAfter } from './retry-after.ts';
import { signCallback } from './sign-callback.ts';

const TIMEOUT_MS = 10_000;
/** Time limit for the response body; the outcome depends only on the status. */
const BODY_PATIENCE_MS = 1_000;
const MAX_RESPONSE_BYTES = 1_024;

export interface CallbackAnswer {
  /** HTTP status or, for an email, SMTP status. Null when there was no response. */
  readonly status: number | null;
  /** Null when the receiver accepted. */
  readonly error: string | null;
  /** Beginning of the response body. */
  readonly response?: string | null;
  /** Whether another attempt makes sense. */
  readonly isRetryable: boolean;
  /** The receiver asked for no attempt before this time. */
  readonly notBefore?: Date | undefined;
}

type SentDelivery = Pick<
  PendingDelivery,
  'deliveryId' | 'url' | 'secret' | 'signingSecrets' | 'now' | 'trace'
>;

export type CallbackSender = (
  delivery: SentDelivery,
  body: string,
  signal: AbortSignal,
) => Promise<CallbackAnswer>;

/**
 * Posts a callback once, for at most ten seconds. Does not follow redirects: only the configured
 * receiver may get the result.
 */
export function createCallbackSender(options: {
  readonly egress: EgressGuard;
  /** Default 10000. */
  readonly timeoutMs?: number;
}): CallbackSender {
  const { egress, timeoutMs = TIMEOUT_MS } = options;
  return async (delivery, body, signal) => {
    try {
      const answer = await egress.request(delivery.url, {
        method: 'POST',
        headers: headersOf(delivery, body),
        body,
        timeoutMs,
        maxBytes: MAX_RESPONSE_BYTES,
        overflow: 'cut',
        bodyPatienceMs: BODY_PATIENCE_MS,
        signal,
      });
      const notBefore = readRetryAfter(answer.headers['retry-after'], delivery.now());
      return { ...judge(answer.status), response: readResponse(answer.body), notBefore };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EgressError)) throw error;
      const isRetryable = !(error instanceof EgressBlockedError);
      return { status: null, error: error.message, isRetryable };
    }
  };
}

function headersOf(delivery: SentDelivery, body: string): Record<string, string> {
  const { deliveryId: id, secret, signingSecrets, trace } = delivery;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': 'application/json',
    'user-agent': 'errand',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signCallback(signingSecrets, { id, timestamp, body }),
    ...authentication(secret),
    ...(trace && writeTraceHeaders(trace)),
  };
}

function authentication(secret: ReceiverSecret | null): Record<string, string> {
  if (!secret) return {};
  if ('api_key' in secret) return { 'x-api-key': secret.api_key };
  const credentials = Buffer.from(`${secret.username}:${secret.password}`).toString('base64');
  return { authorization: `Basic ${credentials}` };
}

function judge(status: number): CallbackAnswer {
  if (status >= 200 && status < 300) return { status, error: null, isRetryable: false };
  if (status === 410) {
    return {
      status,
      error: 'The receiver returned 410: it wants no more callbacks.',
      isRetryable: false,
    };
  }
  const reason = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return { status, error: `The receiver returned ${status}${reason}.`, isRetryable: true };
}

/** Decodes arbitrary bytes to text that PostgreSQL can hold. */
function readResponse(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body).replaceAll('\0', '\uFFFD');
  return text === '' ? null : text;
}

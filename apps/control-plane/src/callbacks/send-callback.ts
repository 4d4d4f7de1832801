import { EgressBlockedError, EgressError, type EgressGuard } from '@errand/egress-guard';
import type { PendingDelivery, ReceiverSecret } from './delivery-store.ts';

const TIMEOUT_MS = 10_000;

export interface CallbackAnswer {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Null when the receiver accepted. */
  readonly error: string | null;
  /** Another try makes sense. */
  readonly isRetryable: boolean;
}

export type CallbackSender = (
  delivery: PendingDelivery,
  body: string,
  signal: AbortSignal,
) => Promise<CallbackAnswer>;

/** Posts a callback once, for at most ten seconds. Follows no redirect: the receiver is the one that was named. */
export function createCallbackSender(options: {
  readonly egress: EgressGuard;
  /** Default 10000. */
  readonly timeoutMs?: number;
}): CallbackSender {
  const { egress, timeoutMs = TIMEOUT_MS } = options;
  return async (delivery, body, signal) => {
    try {
      const { status } = await egress.request(delivery.url, {
        method: 'POST',
        headers: headersOf(delivery),
        body,
        timeoutMs,
        // Only the status counts; the body could be endless.
        maxBytes: 0,
        overflow: 'cut',
        signal,
      });
      return answerOf(status);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EgressError)) throw error;
      const isRetryable = !(error instanceof EgressBlockedError);
      return { status: null, error: error.message, isRetryable };
    }
  };
}

function headersOf({ deliveryId, secret }: PendingDelivery): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'errand',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    ...authentication(secret),
  };
}

function authentication(secret: ReceiverSecret | null): Record<string, string> {
  if (!secret) return {};
  if ('api_key' in secret) return { 'x-api-key': secret.api_key };
  const credentials = Buffer.from(`${secret.username}:${secret.password}`).toString('base64');
  return { authorization: `Basic ${credentials}` };
}

function answerOf(status: number): CallbackAnswer {
  if (status >= 200 && status < 300) return { status, error: null, isRetryable: false };
  if (status === 410) {
    return {
      status,
      error: 'The receiver answered 410: it wants no more callbacks.',
      isRetryable: false,
    };
  }
  const reason = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return { status, error: `The receiver answered ${status}${reason}.`, isRetryable: true };
}

import type { Logger } from '@errand/app-runtime';
import { SealedValueError } from '@errand/secrets';
import type { Span, Tracing } from '@errand/tracing';
import { defineJob } from '../queue/define-job.ts';
import type { Observer } from '../telemetry/observer.ts';
import { DELIVERY_QUEUE, deliveryData } from '../transitions/queue-delivery.ts';
import { MAIL_SCHEME } from '../transitions/queue-mails.ts';
import type { DeliverySlots } from './delivery-slots.ts';
import type { DeliveryStore, PendingDelivery } from './delivery-store.ts';
import type { MailLimit } from './mail-limit.ts';
import { findNextTry } from './retry-schedule.ts';
import type { CallbackAnswer, CallbackSender } from './send-callback.ts';
import type { MailSender } from './send-mail.ts';

export interface DeliveryDependencies {
  readonly deliveries: DeliveryStore;
  readonly deliverySlots: DeliverySlots;
  readonly sendCallback: CallbackSender;
  readonly sendMail: MailSender;
  readonly mailLimit: MailLimit;
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
  /** Records spans of callbacks. Default: none. */
  readonly tracing?: Tracing | undefined;
}

const LONGEST_POSTPONEMENT_MS = 30_000;
const UNREADABLE_SECRET =
  'Nothing was sent, because a stored secret of the receiver or a signing secret cannot be decrypted: it was changed, or its key was removed from SEALING_KEYS. Restore or replace it, then redeliver.';

/**
 * Attempts one delivery of a callback or an email and queues the next attempt itself. Idempotent: a
 * recorded attempt is not repeated. An attempt cut off before it was recorded is repeated with the
 * same webhook-id, so the receiver can recognise it.
 */
export const deliverCallback = defineJob({
  name: DELIVERY_QUEUE,
  data: deliveryData,
  expireInSeconds: 30,
  // Covers a crashed process or an unreachable store; failed attempts are queued separately.
  retryLimit: 1_000,
  concurrency: 32,
  async run(dependencies: DeliveryDependencies, { deliveryId, attempts, postponed }, { signal }) {
    const { deliveries, deliverySlots, logger, observer } = dependencies;
    const delivery = await findPending(dependencies, deliveryId, attempts);
    if (!delivery) return;
    using slot = deliverySlots.take(delivery);
    if (!slot) {
      const startAfter = new Date(delivery.now().getTime() + postponementMs(postponed));
      const isUrgent = delivery.humanWaitId !== null;
      const next = { deliveryId, attempts, postponed: postponed + 1, startAfter, isUrgent };
      await deliveries.postpone(next);
      return;
    }
    const startedAt = delivery.now();
    const span = startSpan(dependencies, delivery, attempts);
    const trace = span?.context ?? delivery.trace;
    const answer = await send(dependencies, { ...delivery, trace }, signal);
    // Cut off by a shutdown or by the job's expiry, which says nothing about the receiver; the job
    // runs again.
    if (answer.error !== null) signal.throwIfAborted();

    const { status, response = null } = answer;
    const verdict = judge(answer, { delivery, startedAt, attempts });
    const result = { status, response, ...verdict };
    await deliveries.record({ deliveryId, attempts, startedAt, ...result });
    const { state, error } = verdict;
    span?.end({
      attributes: {
        'http.response.status_code': status ?? undefined,
        'errand.callback.state': state,
      },
      errorClass: error === null ? undefined : String(status ?? 'no_response'),
    });
    observer?.callbackTried(state, (delivery.now().getTime() - startedAt.getTime()) / 1_000);
    logger.info('callback tried', {
      deliveryId,
      taskId: delivery.taskId,
      trace_id: delivery.trace?.traceId,
      status,
      state,
      error,
    });
  },
});

/**
 * Like the store's method, but a delivery whose secrets cannot be read fails: no retry would help.
 */
async function findPending(
  { deliveries, logger }: DeliveryDependencies,
  deliveryId: string,
  attempts: number,
): Promise<PendingDelivery | undefined> {
  try {
    return await deliveries.findPending(deliveryId, attempts);
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    logger.error('secret of a callback cannot be read', { deliveryId, error });
    const failed = { state: 'failed', status: null, response: null, retryAt: undefined } as const;
    const started = { deliveryId, attempts, startedAt: new Date() };
    await deliveries.record({ ...started, ...failed, error: UNREADABLE_SECRET });
    return undefined;
  }
}

/** A callback is part of its task's trace, if there is one; an email is never traced. */
function startSpan(
  { tracing }: DeliveryDependencies,
  { deliveryId, taskId, url, trace }: PendingDelivery,
  attempts: number,
): Span | undefined {
  if (!trace || url.startsWith(MAIL_SCHEME)) return undefined;
  return tracing?.startSpan('callback', {
    kind: 'client',
    parent: trace,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts,
      'errand.task.id': taskId,
      'errand.delivery.id': deliveryId,
    },
  });
}

async function send(
  { deliveries, sendCallback, sendMail, mailLimit }: DeliveryDependencies,
  delivery: PendingDelivery,
  signal: AbortSignal,
): Promise<CallbackAnswer> {
  const { deliveryId, url } = delivery;
  if (!url.startsWith(MAIL_SCHEME)) {
    return sendCallback(delivery, await deliveries.writeBody(delivery), signal);
  }
  // Write the email before counting it: if writing throws, the job runs again and counts it then.
  const mail = await deliveries.writeMail(delivery);
  const refusal = await mailLimit.take(delivery);
  if (refusal !== undefined) return { status: null, error: refusal, isRetryable: false };
  const to = url.slice(MAIL_SCHEME.length);
  const answer = await sendMail({ deliveryId, to, ...mail }, signal);
  if (answer.error !== null) await mailLimit.giveBack(delivery.accountId);
  return answer;
}

/** The outcome of a delivery after an attempt. */
function judge(
  answer: CallbackAnswer,
  tried: {
    readonly delivery: PendingDelivery;
    readonly startedAt: Date;
    /** Number of attempts before this one. */
    readonly attempts: number;
  },
) {
  const { error, isRetryable, notBefore } = answer;
  if (error === null) return { error, state: 'delivered', retryAt: undefined } as const;
  if (!isRetryable) return { error, state: 'failed', retryAt: undefined } as const;
  const { delivery, startedAt, attempts } = tried;
  const retryAt = findNextTry({
    firstAttemptAt: delivery.firstAttemptAt ?? startedAt,
    attempts: attempts + 1 - delivery.triesBefore,
    now: delivery.now(),
    chance: Math.random(),
    notBefore,
  });
  if (retryAt) return { error, state: 'pending', retryAt } as const;
  const asked = notBefore ? ` It asked for no retry before ${notBefore.toISOString()}.` : '';
  const givenUp = `${error}${asked} Retries end five minutes after the first try.`;
  return { error: givenUp, state: 'failed', retryAt: undefined } as const;
}

/**
 * 1, 2, 4 ... 30 seconds, reduced by up to half at random, so that deliveries to one receiver
 * spread out.
 */
function postponementMs(postponed: number): number {
  const longest = Math.min(LONGEST_POSTPONEMENT_MS, 1_000 * 2 ** Math.min(postponed, 10));
  return longest * (1 - Math.random() / 2);
}

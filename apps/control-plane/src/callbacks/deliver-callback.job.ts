import { defineJob } from '../queue/define-job.ts';
import { DELIVERY_QUEUE, deliveryData } from './queue-delivery.ts';
import { findNextTry } from './retry-schedule.ts';

/**
 * Tries once to deliver a callback and queues the next try itself. Safe to run twice: a try that was recorded is not
 * repeated; one that was cut off before that is, with the same webhook-id, by which the receiver knows it.
 */
export const deliverCallback = defineJob({
  name: DELIVERY_QUEUE,
  data: deliveryData,
  expireInSeconds: 60,
  // For a process that ended in between, or a store that is away; failed tries are queued anew.
  retryLimit: 1_000,
  concurrency: 8,
  async run({ deliveries, sendCallback, logger }, { deliveryId, attempts }, signal) {
    const delivery = await deliveries.findPending(deliveryId, attempts);
    if (!delivery) return;
    const startedAt = new Date();
    const body = await deliveries.writeBody(delivery);
    const answer = await sendCallback(delivery, body, signal);
    // Cut off by a shutdown or by the job's expiry: that says nothing about the receiver, the job runs again.
    if (answer.error !== null) signal.throwIfAborted();

    const retryAt = answer.isRetryable
      ? findNextTry({
          firstAttemptAt: delivery.firstAttemptAt ?? startedAt,
          attempts: attempts + 1,
          now: new Date(),
          chance: Math.random(),
        })
      : undefined;
    const { status, error } = answer;
    const state = error === null ? 'delivered' : retryAt ? 'pending' : 'failed';
    await deliveries.record({ deliveryId, attempts, startedAt, status, error, state, retryAt });
    logger.info('callback tried', { deliveryId, taskId: delivery.taskId, status, state, error });
  },
});

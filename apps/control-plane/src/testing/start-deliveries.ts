import { createEgressGuard } from '@errand/egress-guard';
import { createDeliverySlots } from '../callbacks/delivery-slots.ts';
import { createCallbackSender } from '../callbacks/send-callback.ts';
import { createMailLimit } from '../callbacks/mail-limit.ts';
import { createMailSender } from '../callbacks/send-mail.ts';
import { startJobs } from '../jobs.ts';
import type { DeliveryStore } from '../callbacks/delivery-store.ts';
import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { testLogger } from './open-stores.ts';

/**
 * Runs the jobs of these stores as in `main.ts`, but allows receivers on this machine and gives
 * them little time.
 */
export async function startDeliveries(
  {
    database,
    queue,
    deliveries,
  }: {
    readonly database: Database;
    readonly queue: JobQueue;
    readonly deliveries: DeliveryStore;
  },
  options: { readonly mail?: { readonly smtpUrl: string; readonly from: string } } = {},
): Promise<void> {
  const egress = createEgressGuard({ allowPrivateAddresses: true });
  await startJobs(queue, {
    deliveries,
    deliverySlots: createDeliverySlots(),
    sendCallback: createCallbackSender({ egress, timeoutMs: 2_000 }),
    sendMail: createMailSender(options.mail),
    mailLimit: createMailLimit(database, undefined),
    logger: testLogger,
  });
}

import type { Logger } from '@errand/app-runtime';
import type { CallbackSender } from './callbacks/send-callback.ts';
import type { DeliverySlots } from './callbacks/delivery-slots.ts';
import type { DeliveryStore } from './callbacks/delivery-store.ts';
import type { MailLimit } from './callbacks/mail-limit.ts';
import type { MailSender } from './callbacks/send-mail.ts';

/** What jobs may use. `main.ts` builds it once; tests build it on a database of their own. */
export interface JobDependencies {
  readonly deliveries: DeliveryStore;
  readonly deliverySlots: DeliverySlots;
  readonly sendCallback: CallbackSender;
  readonly sendMail: MailSender;
  readonly mailLimit: MailLimit;
  readonly logger: Logger;
}

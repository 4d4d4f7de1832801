import type { Logger } from '@errand/app-runtime';
import type { CallbackSender } from './callbacks/send-callback.ts';
import type { DeliveryStore } from './callbacks/delivery-store.ts';

/** What jobs may use. `main.ts` builds it once; tests build it on a database of their own. */
export interface JobDependencies {
  readonly deliveries: DeliveryStore;
  readonly sendCallback: CallbackSender;
  readonly logger: Logger;
}

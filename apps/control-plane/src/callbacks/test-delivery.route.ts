import { defineRoute } from '../http/define-route.ts';
import type { ReceiverTest } from './receiver-test.ts';
import { refuseCallbackUrl } from './refuse-callback-url.ts';

/** Sends immediately and waits for the response, because a person looks at it. */
export const testDelivery = defineRoute(
  'testDelivery',
  async (
    { receiverTest }: { readonly receiverTest: ReceiverTest },
    { body, accountId, signal },
  ) => {
    refuseCallbackUrl(body.url, ['body', 'url']);
    const { deliveryId, answer } = await receiverTest.send(accountId, body, signal);
    return {
      status: 200,
      body: {
        success: true,
        delivered: answer.error === null,
        webhook_id: deliveryId,
        status: answer.status,
        error: answer.error,
        response: answer.response ?? null,
      },
    };
  },
);

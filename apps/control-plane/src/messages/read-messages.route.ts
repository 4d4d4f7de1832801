import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { MessageReader } from './message-reader.ts';

/** A two_fa_action of a task searches for its code. */
export const readMessages = defineRoute(
  'readMessages',
  async ({ messages }: { readonly messages: MessageReader }, { params, body, trace, signal }) => {
    const { action } = body;
    const request = { action, since: new Date(body.since), until: new Date(body.until) };
    const found = await messages.read({ ...holderOf(params, body), trace }, request, signal);
    return {
      status: 200,
      body: {
        messages: found.map(({ messageId, text, receivedAt }) => ({
          message_id: messageId,
          text,
          timestamp: receivedAt.toISOString(),
        })),
      },
    };
  },
);

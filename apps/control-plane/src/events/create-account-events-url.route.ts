import { defineRoute } from '../http/define-route.ts';
import type { EventTickets } from './event-tickets.ts';

export const createAccountEventsUrl = defineRoute(
  'createAccountEventsUrl',
  async ({ eventTickets }: { readonly eventTickets: EventTickets }, { accountId, apiKeyId }) => {
    const { url, expiresAt } = eventTickets.createUrl({ accountId, apiKeyId });
    return { status: 200, body: { events_url: url, expires_at: expiresAt.toISOString() } };
  },
);

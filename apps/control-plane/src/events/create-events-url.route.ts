import { defineRoute } from '../http/define-route.ts';
import type { EventTickets } from './event-tickets.ts';

interface KnownTasks {
  /** Throws TaskNotFoundError. */
  readonly getListed: (accountId: string, taskId: string) => Promise<{ readonly task_id: string }>;
}

export const createEventsUrl = defineRoute(
  'createEventsUrl',
  async (
    { tasks, eventTickets }: { readonly tasks: KnownTasks; readonly eventTickets: EventTickets },
    { params, accountId, apiKeyId },
  ) => {
    const { task_id: taskId } = await tasks.getListed(accountId, params.task_id);
    const { url, expiresAt } = eventTickets.createUrl({ accountId, apiKeyId }, { tasks: taskId });
    return { status: 200, body: { events_url: url, expires_at: expiresAt.toISOString() } };
  },
);

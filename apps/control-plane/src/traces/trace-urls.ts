import type { EventTickets, TicketOwner } from '../events/event-tickets.ts';

/** URLs of the trace viewer. */
export interface TraceUrls {
  /** The page of a task's trace. It opens with an API key, or with a ticket. */
  readonly pageOf: (taskId: string) => string;
  /** The URL of that page with a ticket, valid until `expiresAt`. */
  readonly create: (
    owner: TicketOwner,
    taskId: string,
  ) => { readonly url: string; readonly expiresAt: Date };
}

/** A ticket is the same as one for the events of the task. */
export function createTraceUrls(
  tickets: Pick<EventTickets, 'issue'>,
  publicUrl: string,
): TraceUrls {
  const base = publicUrl.replace(/\/+$/, '');
  const pageOf = (taskId: string) => `${base}/trace/${taskId}`;
  return {
    pageOf,
    create(owner, taskId) {
      const { ticket, expiresAt } = tickets.issue(owner, taskId);
      return { url: `${pageOf(taskId)}?ticket=${ticket}`, expiresAt };
    },
  };
}

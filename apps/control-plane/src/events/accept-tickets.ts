import type { Authenticate } from '../http/authenticate.ts';
import { findOperation } from '../http/request-state.ts';
import type { EventTickets } from './event-tickets.ts';

const OPENED = ['streamTaskEvents', 'streamAccountEvents', 'streamSessionEvents'];

/**
 * Lets a ticket open the events of its task, session or account; anything else must satisfy
 * `authenticate`.
 */
export function acceptTickets(authenticate: Authenticate, tickets: EventTickets): Authenticate {
  return (request) => {
    const operation = findOperation(request);
    const { ticket } = request.query;
    const isOpened = OPENED.includes(operation?.operationId ?? '') && typeof ticket === 'string';
    const { 'x-api-key': key, authorization } = request.headers;
    if (!isOpened || key !== undefined || authorization !== undefined) return authenticate(request);
    const { task_id: taskId, session_id: sessionId } = operation?.pathParams ?? {};
    return tickets.redeem(ticket, taskId ?? sessionId);
  };
}

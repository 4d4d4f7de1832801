import type { Authenticate } from '../http/authenticate.ts';
import { findOperation } from '../http/request-state.ts';
import type { EventTickets } from './event-tickets.ts';

const OPENED = ['streamTaskEvents', 'streamAccountEvents'];

/**
 * Lets a ticket open the events of its task or account; anything else needs what `authenticate`
 * asks for.
 */
export function acceptTickets(authenticate: Authenticate, tickets: EventTickets): Authenticate {
  return (request) => {
    const operation = findOperation(request);
    const { ticket } = request.query;
    const isOpened = OPENED.includes(operation?.operationId ?? '') && typeof ticket === 'string';
    const { 'x-api-key': key, authorization } = request.headers;
    if (!isOpened || key !== undefined || authorization !== undefined) return authenticate(request);
    return tickets.redeem(ticket, operation?.pathParams['task_id']);
  };
}

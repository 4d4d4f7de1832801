import type { Authenticate } from '../http/authenticate.ts';
import { findOperation } from '../http/request-state.ts';
import type { EventTickets } from './event-tickets.ts';

/** Lets a ticket open the events of its task; anything else needs what `authenticate` asks for. */
export function acceptTickets(authenticate: Authenticate, tickets: EventTickets): Authenticate {
  return (request) => {
    const operation = findOperation(request);
    const { ticket } = request.query;
    const isOpened = operation?.operationId === 'streamTaskEvents' && typeof ticket === 'string';
    const { 'x-api-key': key, authorization } = request.headers;
    if (!isOpened || key !== undefined || authorization !== undefined) return authenticate(request);
    return tickets.redeem(ticket, operation.pathParams['task_id'] ?? '');
  };
}

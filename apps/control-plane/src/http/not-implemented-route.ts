import { defineRoute, type OperationId, type Route, type RouteOptions } from './define-route.ts';
import { NotAvailableError } from './http-errors.ts';

/** A documented operation that does not run yet: its requests are checked, then answered with 501. */
export function notImplementedRoute(operationId: OperationId, options: RouteOptions = {}): Route {
  return defineRoute(operationId, refuse, options);
}

function refuse(): Promise<never> {
  return Promise.reject(
    new NotAvailableError('This operation is documented but not available in this version.'),
  );
}

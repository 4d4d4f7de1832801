import type { Request } from 'express';
import { DomainError } from './domain-error.ts';
import type { ErrorShapes } from './error-shapes.ts';
import { loadBody } from './read-body.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

/** Larger bodies of refused requests are not read. */
const MAX_BYTES = 16_384;

/**
 * Reads a small body after the request was refused, where the error schema depends on the body:
 * older clients share the address with current ones. The body never changes the refusal itself.
 */
export async function readBodyForError(
  request: Request,
  response: AnyResponse,
  shapes: ErrorShapes,
): Promise<void> {
  if (request.body !== undefined || request.readableDidRead) return;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= MAX_BYTES && shapes.dependOnBody(findOperation(request)?.operationId))) return;
  // The work is done, so a client that sends its body slowly does not delay others.
  response.locals.leavePlace?.();
  try {
    await loadBody(request, response);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

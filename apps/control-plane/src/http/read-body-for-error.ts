import type { Request } from 'express';
import { DomainError } from './domain-error.ts';
import type { ErrorShapes } from './error-shapes.ts';
import { loadBody } from './read-body.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

/** Bodies of refused requests that are larger are not looked at. */
const MAX_BYTES = 16_384;

/**
 * Reads a small body after the request was refused, where the shape of the error depends on it: the older generation of
 * clients shares an address with the present one. The refusal stays the same whatever the body holds.
 */
export async function readBodyForError(
  request: Request,
  response: AnyResponse,
  shapes: ErrorShapes,
): Promise<void> {
  if (request.body !== undefined || request.complete) return;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= MAX_BYTES && shapes.dependOnBody(findOperation(request)?.operationId))) return;
  try {
    await loadBody(request, response);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

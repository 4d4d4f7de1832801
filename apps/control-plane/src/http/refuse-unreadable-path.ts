import type { NextFunction, Request, RequestHandler } from 'express';
import type { Authenticate } from './authenticate.ts';
import { UnknownPathError } from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

/**
 * Rejects a path that cannot be decoded, before anything decodes it. Where credentials are needed,
 * invalid ones are reported first.
 */
export function refuseUnreadablePath(authenticate?: Authenticate): RequestHandler {
  return async (request: Request, _response: AnyResponse, next: NextFunction) => {
    if (!isText(request.path)) {
      await authenticate?.(request);
      throw new UnknownPathError(request.path);
    }
    next();
  };
}

function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

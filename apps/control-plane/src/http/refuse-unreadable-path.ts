import type { NextFunction, Request, RequestHandler } from 'express';
import type { Authenticate } from './authenticate.ts';
import { UnknownPathError } from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

/**
 * A path that is no text names nothing. Checked before anything decodes it. Where credentials are needed, wrong ones are
 * reported first.
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

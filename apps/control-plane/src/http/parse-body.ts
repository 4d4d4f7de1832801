import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request } from 'express';
import { z } from 'zod';
import {
  MalformedBodyError,
  MAX_BODY_BYTES,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

// Not strict: the body of validate_api_key is a bare string.
const parseJson = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  verify(...[, , body, charset]) {
    // Else U+FFFD would stand in place of what is not, also in a password.
    if (charset === 'utf-8' && !isUtf8(body)) throw new Error('it is not encoded in UTF-8');
  },
});

const UNREADABLE = new Set([
  'entity.parse.failed',
  'entity.verify.failed',
  'request.size.invalid',
  'request.aborted',
]);

/** What zlib throws while body-parser reads, for data that is not in the encoding that the header says. */
function isCompressionFault(error: Error): boolean {
  return 'code' in error && /^(?:Z_|ERR__?(?:BROTLI|ERROR_FORMAT))/.test(String(error.code));
}

/** What body-parser throws. */
const unreadableSchema = z.object({ type: z.string() });

/** Reads a JSON body. Keeps its error for `refuseUnreadBody`, because bad credentials are answered first. */
export function parseBody(request: Request, response: AnyResponse, next: NextFunction): void {
  parseJson(request, response, (error?: unknown) => {
    if (Error.isError(error)) response.locals.bodyError = explain(error, request);
    next();
  });
}

/** Throws what `parseBody` met. */
export function refuseUnreadBody(
  _request: Request,
  response: AnyResponse,
  next: NextFunction,
): void {
  next(response.locals.bodyError);
}

function explain(error: Error, request: Request): Error {
  const type = unreadableSchema.safeParse(error).data?.type ?? '';
  if (type === 'entity.too.large') return new PayloadTooLargeError();
  if (UNREADABLE.has(type)) return new MalformedBodyError('JSON', error);
  if (isCompressionFault(error)) {
    return new MalformedBodyError(request.headers['content-encoding'] ?? 'compression', error);
  }
  if (type !== 'charset.unsupported' && type !== 'encoding.unsupported') return error;
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = request.headers;
  return new UnsupportedMediaTypeError([contentType, encoding].filter(Boolean).join(', '));
}

import { isUtf8 } from 'node:buffer';
import { openDeadline } from '@errand/foundation';
import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { DomainError } from './domain-error.ts';
import {
  MalformedBodyError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';
import { InvalidRequestError } from './invalid-request-error.ts';
import { holdsMoreValuesThan } from './holds-more-values-than.ts';
import { nestsDeeperThan } from './nests-deeper-than.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

/** Body limit of an operation that does not declare `x-max-body-bytes`. */
const USUAL_BODY_BYTES = 102_400;
/** Time limit for the smallest body, which occupies a place until then. */
const LEAST_PATIENCE_MS = 10_000;
/** 1 Mbit/s. The time limit grows with the size limit of the operation at this rate. */
const SLOWEST_BYTES_PER_SECOND = 125_000;
/** Nesting of lists and objects. Automations with nested loops need about thirty levels. */
const MAX_DEPTH = 100;
/** Values take memory while a body is parsed and checked, and each may violate the schema. */
const MAX_VALUES = 1_000_000;

const UNREADABLE = new Set([
  'entity.parse.failed',
  'entity.verify.failed',
  'request.size.invalid',
  'request.aborted',
]);

/**
 * zlib errors that surface while body-parser reads data that does not match the declared encoding.
 */
function isCompressionFault(error: Error): boolean {
  return (
    'code' in error && /^(?:Z_|ZSTD_|ERR__?(?:BROTLI|ZSTD|ERROR_FORMAT))/.test(String(error.code))
  );
}

/** The error that body-parser throws. */
const unreadableSchema = z.object({ type: z.string() });

const parsers = new Map<number, RequestHandler>();

/** Reads the body of an operation that needs credentials. */
export async function readBody(
  request: Request,
  response: AnyResponse,
  next: NextFunction,
): Promise<void> {
  if (!isPublic(request)) await loadBody(request, response);
  next();
}

/**
 * Reads the body of an operation that needs no credentials. If it declares no body, none is read,
 * because anyone may send one on every connection.
 */
export async function readPublicBody(
  request: Request,
  response: AnyResponse,
  next: NextFunction,
): Promise<void> {
  if (isPublic(request) && findOperation(request)?.hasBody === true) {
    await loadBody(request, response);
  }
  next();
}

function isPublic(request: Request): boolean {
  return findOperation(request)?.security?.length === 0;
}

/**
 * Reads the whole body before anything acts on the request, and parses it if it is JSON. Throws
 * PayloadTooLargeError, MalformedBodyError, UnsupportedMediaTypeError, and InvalidRequestError for
 * a body nested too deeply or with too many values.
 */
export async function loadBody(
  request: Request,
  response: AnyResponse,
  { leastPatienceMs = LEAST_PATIENCE_MS }: { readonly leastPatienceMs?: number } = {},
): Promise<void> {
  const maxBytes = findOperation(request)?.maxBodyBytes ?? USUAL_BODY_BYTES;
  const patienceMs = leastPatienceMs + (maxBytes / SLOWEST_BYTES_PER_SECOND) * 1_000;
  using deadline = openDeadline(undefined, patienceMs);
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => {
    response.setHeader('connection', 'close');
    late.reject(tooSlow(patienceMs));
  };
  deadline.signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([read(request, response, maxBytes), late.promise]);
  } catch (error) {
    throw Error.isError(error) ? explain(error, request, maxBytes) : error;
  }
}

async function read(request: Request, response: AnyResponse, maxBytes: number): Promise<void> {
  await parse(request, response, maxBytes);
  await discardRest(request, maxBytes);
}

function tooSlow(patienceMs: number): MalformedBodyError {
  const seconds = Math.round(patienceMs / 1_000);
  return new MalformedBodyError('HTTP', new Error(`it did not arrive within ${seconds} seconds`));
}

function parse(request: Request, response: AnyResponse, maxBytes: number): Promise<void> {
  const parser = parsers.get(maxBytes) ?? createParser(maxBytes);
  parsers.set(maxBytes, parser);
  return new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(Error.isError(error) ? error : new Error('The body is not readable.'));
    });
  });
}

function createParser(limit: number): RequestHandler {
  return express.json({
    limit,
    // The body of validate_api_key is a bare string.
    strict: false,
    verify(...[, , body, charset]) {
      // RFC 8259, section 8.1: JSON between systems is UTF-8.
      if (charset !== 'utf-8') throw new UnsupportedMediaTypeError(`application/json; ${charset}`);
      // Otherwise U+FFFD would replace invalid bytes, even in a password.
      if (!isUtf8(body)) throw new Error('it is not encoded in UTF-8');
      if (nestsDeeperThan(body, MAX_DEPTH + 1)) throw tooDeep();
      if (holdsMoreValuesThan(body, MAX_VALUES)) throw tooManyValues();
    },
  });
}

/** Reads a body that is not JSON to its end: a truncated request must have no effect. */
async function discardRest(request: Request, maxBytes: number): Promise<void> {
  if (request.complete) return;
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBytes) throw new PayloadTooLargeError(maxBytes);
  }
  if (!request.complete) throw new MalformedBodyError('HTTP', new Error('it ends too early'));
}

function tooDeep(): InvalidRequestError {
  const msg = `nests lists and objects deeper than ${MAX_DEPTH} levels: send a flatter one`;
  return new InvalidRequestError([{ loc: ['body'], msg, type: 'depth' }]);
}

function tooManyValues(): InvalidRequestError {
  const msg = `has more than ${MAX_VALUES} values: send it in parts`;
  return new InvalidRequestError([{ loc: ['body'], msg, type: 'values' }]);
}

function explain(error: Error, request: Request, maxBytes: number): Error {
  if (error instanceof DomainError) return error;
  const type = unreadableSchema.safeParse(error).data?.type ?? '';
  if (type === 'entity.too.large') return new PayloadTooLargeError(maxBytes);
  if (UNREADABLE.has(type)) return new MalformedBodyError('JSON', error);
  if ('code' in error && error.code === 'ECONNRESET') return new MalformedBodyError('HTTP', error);
  if (isCompressionFault(error)) {
    return new MalformedBodyError(request.headers['content-encoding'] ?? 'compression', error);
  }
  if (type !== 'charset.unsupported' && type !== 'encoding.unsupported') return error;
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = request.headers;
  return new UnsupportedMediaTypeError([contentType, encoding].filter(Boolean).join(', '));
}

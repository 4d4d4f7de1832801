import { pipeline } from 'node:stream/promises';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { attachmentDisposition } from '../attachment-disposition.ts';
import { errorCode } from '../error-code.ts';
import { fileError, FileRefusedError } from './file-errors.ts';
import type { LocalStorage } from './local-storage.ts';
import type { OpenObject } from './object-file.ts';
import { requestedRange } from './requested-range.ts';

type FileHandler = (request: Request, response: Response) => Promise<void>;

interface LocalStorageRouterOptions {
  /** Value of the `Link` header of a refusal, by its code. */
  readonly linkTo: (code: string) => string;
}

/**
 * Serves the signed URLs of a local storage; mount it at `publicUrl`, ahead of body parsers.
 * Refused requests get `{error: {code, message}}`, the code in `x-error-code` and a `Link` to its
 * documentation; other errors go to the app's own handler.
 */
export function createLocalStorageRouter(
  storage: LocalStorage,
  { linkTo }: LocalStorageRouterOptions,
): Router {
  const router = Router();
  const refuse = createRefusal(linkTo);
  const answering = (handle: FileHandler) => refusing(handle, refuse);
  router.get(
    '/*key',
    answering((request, response) => download(storage, request, response)),
  );
  router.put(
    '/*key',
    answering((request, response) => upload(storage, request, response)),
  );
  router.all('/*key', (request, response) => {
    response.set('allow', 'GET, HEAD, PUT');
    refuse(
      response,
      new FileRefusedError('method-not-allowed', `${request.method} is not allowed here.`),
    );
  });
  return router;
}

async function download(
  { directory, urls }: LocalStorage,
  request: Request,
  response: Response,
): Promise<void> {
  const key = keyOf(request);
  const signed = urls.verify({ method: 'GET', key, query: queryOf(request) });
  await using object = await directory.open(key);
  response.set({
    'content-type': signed.get('content_type') ?? object.contentType,
    'content-disposition': attachmentDisposition(signed.get('filename') ?? ''),
    etag: `"${object.etag}"`,
    'last-modified': object.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  await sendContent(object, request, response);
}

async function sendContent(
  object: OpenObject,
  request: Request,
  response: Response,
): Promise<void> {
  const { size } = object;
  const range = requestedRange(request, object);
  if (range === 'unsatisfiable') {
    response.set('content-range', `bytes */${size}`);
    throw new FileRefusedError('range-not-satisfiable', `The object has ${size} bytes.`);
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.status(206).set('content-range', `bytes ${start}-${end}/${size}`);
  response.set('content-length', String(end - start + 1));
  if (request.method === 'HEAD') response.end();
  else await pipeline(object.read({ start, end }), response);
}

async function upload(
  { directory, urls }: LocalStorage,
  request: Request,
  response: Response,
): Promise<void> {
  const key = keyOf(request);
  const signed = urls.verify({ method: 'PUT', key, query: queryOf(request) });
  const contentType = signed.get('content_type') ?? '';
  const size = Number(signed.get('size'));
  assertHeaders(request, { contentType, size });
  // Keep the request open when its body is refused, so that the client can read why.
  const chunks = request.iterator({ destroyOnReturn: false });
  await directory.write(key, { contentType, size, chunks });
  response.status(200).end();
}

function assertHeaders(request: Request, signed: { contentType: string; size: number }): void {
  const contentType = request.get('content-type');
  if (contentType !== signed.contentType) {
    throw new FileRefusedError(
      'content-type-mismatch',
      `The content type is "${contentType ?? ''}"; this URL accepts "${signed.contentType}".`,
    );
  }
  const length = request.get('content-length');
  if (length === undefined || Number(length) === signed.size) return;
  throw new FileRefusedError(
    Number(length) > signed.size ? 'upload-too-large' : 'upload-size-mismatch',
    `The content length is ${length}; this URL accepts exactly ${signed.size} bytes.`,
  );
}

function keyOf(request: Request): string {
  const key: unknown = request.params['key'];
  return Array.isArray(key) ? key.join('/') : String(key);
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://localhost').searchParams;
}

/** Stored files are untrusted: browsers must neither execute them nor guess their type. */
function refusing(handle: FileHandler, refuse: Refuse) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    response.set({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'referrer-policy': 'no-referrer',
    });
    try {
      await handle(request, response);
    } catch (error) {
      if (isClientGone(error)) return;
      const refusal = fileError(error);
      if (refusal && !response.headersSent) refuse(response, refusal);
      else next(error);
    }
  };
}

/** Returns whether the client has disconnected; a partial upload has already been removed. */
function isClientGone(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'EPIPE';
}

/** What the control plane's other operations say. */
const RETRY_AFTER_SECONDS = '2';

type Refuse = (response: Response, error: FileRefusedError) => void;

function createRefusal(linkTo: LocalStorageRouterOptions['linkTo']): Refuse {
  return (response, { status, code, message }) => {
    // Drain the rest of the body, or the connection hangs until it times out.
    response.req.resume();
    for (const name of ['content-disposition', 'etag', 'last-modified', 'content-length']) {
      response.removeHeader(name);
    }
    if (status === 503) response.set('retry-after', RETRY_AFTER_SECONDS);
    response
      .set({ 'cache-control': 'no-store', 'x-error-code': code, link: linkTo(code) })
      .status(status)
      .json({ error: { code, message } });
  };
}

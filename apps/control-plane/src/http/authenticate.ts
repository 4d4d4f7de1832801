import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, RequestHandler } from 'express';
import { UnauthorizedError } from './http-errors.ts';
import { findOperation, type AnyResponse, type RequestState } from './request-state.ts';

/**
 * Returns who sent a request, with the API key's scopes where operations need them. Throws
 * UnauthorizedError.
 */
export type Authenticate = (
  request: Request,
) => Promise<
  Pick<
    RequestState,
    'accountId' | 'apiKeyId' | 'scopes' | 'expiresSoonAt' | 'cookieSessionId' | 'pool' | 'worker'
  >
>;

/** Checks the credentials of every operation that the document does not declare public. */
export function requireCredentials(authenticate: Authenticate): RequestHandler {
  return async (request: Request, response: AnyResponse, next: NextFunction) => {
    const isOpen = findOperation(request)?.security?.length === 0;
    if (!isOpen) Object.assign(response.locals, await authenticate(request));
    next();
  };
}

/** Returns the key that a request carries. Throws UnauthorizedError. */
export function readApiKey(
  key: string | string[] | undefined,
  authorization: string | undefined,
): string {
  if (typeof key === 'string' && key !== '') return key;
  if (authorization === undefined) {
    throw new UnauthorizedError('The API key is missing: send it in the x-api-key header.');
  }
  const [, keyOfHeader] = /^x-api-key +(\S+)$/i.exec(authorization) ?? [];
  if (keyOfHeader !== undefined) return keyOfHeader;
  throw new UnauthorizedError(
    'The Authorization header is malformed: its form is "x-api-key <API_KEY>".',
  );
}

/**
 * Accepts the token that this installation's gateways share; without one, every request is refused.
 */
export function authenticateByGatewayToken(gatewayToken: string | undefined): Authenticate {
  const token = gatewayToken ?? randomBytes(32).toString('hex');
  return authenticateByToken(token, { name: 'gateway token', setting: 'GATEWAY_TOKEN' });
}

/** Accepts the operators' token. */
export function authenticateByAdminToken(adminToken: string): Authenticate {
  return authenticateByToken(adminToken, { name: 'admin token', setting: 'ADMIN_TOKEN' });
}

function authenticateByToken(
  secret: string,
  { name, setting }: { readonly name: string; readonly setting: string },
): Authenticate {
  const expected = digest(secret);
  return (request) => {
    // Digests have equal length, so the comparison reveals nothing about the token.
    if (timingSafeEqual(digest(readBearer(request)), expected)) return Promise.resolve({});
    return Promise.reject(
      new UnauthorizedError(
        `The ${name} is missing or wrong: send it as "Authorization: Bearer <${setting}>".`,
      ),
    );
  };
}

/** The token of the Authorization header; empty when there is none. */
export function readBearer({ headers }: Request): string {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

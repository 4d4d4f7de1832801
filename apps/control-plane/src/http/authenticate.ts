import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { ApiKeyStore } from '../api-keys/api-key-store.ts';
import { POOL_TOKEN_REFUSED } from './http-errors.ts';
import type { WorkerRegister } from '../workers/worker-register.ts';
import { UnauthorizedError } from './http-errors.ts';
import { findOperation, type AnyResponse, type RequestState } from './request-state.ts';

/** Answers who sent a request, and what an API key may do there, as far as operations want to know. Throws UnauthorizedError. */
export type Authenticate = (
  request: Request,
) => Promise<
  Pick<RequestState, 'accountId' | 'apiKeyId' | 'scopes' | 'expiresSoonAt' | 'pool' | 'worker'>
>;

/** Checks the credentials of every operation that the document does not declare open. */
export function requireCredentials(authenticate: Authenticate): RequestHandler {
  return async (request: Request, response: AnyResponse, next: NextFunction) => {
    const isOpen = findOperation(request)?.security?.length === 0;
    if (!isOpen) Object.assign(response.locals, await authenticate(request));
    next();
  };
}

/** Accepts `x-api-key: KEY` and `Authorization: x-api-key KEY`. */
export function authenticateByApiKey(apiKeys: ApiKeyStore): Authenticate {
  return async ({ headers }) => {
    const key = readApiKey(headers['x-api-key'], headers.authorization);
    const owner = await apiKeys.findOwner(key);
    if (owner) return owner;
    throw new UnauthorizedError('The API key is not valid: it is unknown, expired or revoked.');
  };
}

/** The key that a request brings. Throws UnauthorizedError. */
export function readApiKey(
  key: string | string[] | undefined,
  authorization: string | undefined,
): string {
  if (typeof key === 'string' && key !== '') return key;
  if (authorization === undefined) {
    throw new UnauthorizedError('The API key is missing: send it in the header x-api-key.');
  }
  const [, keyOfHeader] = /^x-api-key +(\S+)$/i.exec(authorization) ?? [];
  if (keyOfHeader !== undefined) return keyOfHeader;
  throw new UnauthorizedError(
    'The header Authorization is malformed: its form is "x-api-key <API_KEY>".',
  );
}

/** One answer for every token without a registration: it does not reveal the reason. */
export const WORKER_TOKEN_REFUSED =
  'The worker token is missing, unknown or over: register with the token of the pool, and send the one that is answered as "Authorization: Bearer".';

/** Accepts the token of a worker's registration. */
export function authenticateByRegistration(register: Pick<WorkerRegister, 'find'>): Authenticate {
  return async (request) => {
    const worker = await register.find(readBearer(request));
    if (worker) return { worker };
    throw new UnauthorizedError(WORKER_TOKEN_REFUSED);
  };
}

/** Accepts the token of a pool of workers. */
export function authenticateByPool(register: Pick<WorkerRegister, 'findPool'>): Authenticate {
  return async (request) => {
    const pool = await register.findPool(readBearer(request));
    if (pool) return { pool };
    throw new UnauthorizedError(POOL_TOKEN_REFUSED);
  };
}

/** Accepts the token that the gateways of this installation share; without one nothing is good. */
export function authenticateByGatewayToken(gatewayToken: string | undefined): Authenticate {
  const token = gatewayToken ?? randomBytes(32).toString('hex');
  return authenticateByToken(token, { name: 'gateway token', setting: 'GATEWAY_TOKEN' });
}

/** Accepts the token of the operators. */
export function authenticateByAdminToken(adminToken: string): Authenticate {
  return authenticateByToken(adminToken, { name: 'admin token', setting: 'ADMIN_TOKEN' });
}

function authenticateByToken(
  secret: string,
  { name, setting }: { readonly name: string; readonly setting: string },
): Authenticate {
  const expected = digest(secret);
  return (request) => {
    // Digests have one length, so the comparison tells nothing about the token.
    if (timingSafeEqual(digest(readBearer(request)), expected)) return Promise.resolve({});
    return Promise.reject(
      new UnauthorizedError(
        `The ${name} is missing or wrong: send it as "Authorization: Bearer <${setting}>".`,
      ),
    );
  };
}

/** Empty when there is none. */
function readBearer({ headers }: Request): string {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

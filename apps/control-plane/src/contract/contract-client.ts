import { checkHeaders } from './check-headers.ts';
import { credentialsFor } from '../testing/credentials.ts';
import type { ContractOperation } from './read-operations.ts';

/** Values of the path parameters, which also replace the ids in examples. */
export type Ids = Readonly<Record<string, string>>;

export interface SentToOperation {
  readonly body?: unknown;
  readonly ids?: Ids;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type SendToOperation = (
  operation: ContractOperation,
  sent?: SentToOperation,
) => Promise<{ readonly status: number; readonly text: string }>;

/**
 * Sends requests over HTTP with the credentials that the operation requires, and checks the headers
 * of each response.
 */
export function createContractClient({
  url,
  apiKey,
  apiKeyExpiresAt,
}: {
  readonly url: string;
  readonly apiKey: string;
  /** Set for a key that expires soon. */
  readonly apiKeyExpiresAt?: Date;
}): SendToOperation {
  return async (operation, { body, ids = {}, query = {}, headers = {} } = {}) => {
    const address = new URL(`${url}${operation.urlWith(ids)}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const answer = await fetch(address, {
      method: operation.method.toUpperCase(),
      headers: {
        ...credentialsFor(operation, apiKey),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const { status, headers: given } = answer;
    const text = await answer.text();
    checkHeaders(operation, { status, headers: given, text }, apiKeyExpiresAt);
    return { status, text };
  };
}

/** Replaces the IDs in an example with these; a lease epoch becomes 1, the first of its task. */
export function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((member) => withIds(member, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'lease_epoch') return [name, 1];
      const isId = typeof member === 'string' && /_id$|^lease_secret$/.test(name);
      return [name, isId ? (ids[name] ?? member) : withIds(member, ids)];
    }),
  );
}

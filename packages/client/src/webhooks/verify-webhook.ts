import type { ErrandSchemas } from '../api-schemas.ts';
import { WebhookVerificationError } from '../errors.ts';

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
/** An account has at most three secrets that sign. */
const MAX_SIGNATURES = 8;

export interface Webhook {
  /** Headers of the request: of the Fetch API or as an object, as in Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The body exactly as received. A parsed and reserialised body has a different signature.
   */
  readonly body: string | Uint8Array;
  /** Secrets of the account, `whsec_...` (`GET /api/v1/signing_secrets`). Any of them may have signed. */
  readonly secrets: string | readonly string[];
  /** How old, or how far ahead, the callback may be; at least 0. Default: 300. */
  readonly toleranceSeconds?: number;
}

/**
 * Returns the result in a callback after checking who sent it and when (Standard Webhooks). Throws
 * WebhookVerificationError. A callback within the tolerance can be replayed: keep its `webhook-id`.
 */
export async function verifyWebhook({
  headers,
  body,
  secrets,
  toleranceSeconds = TOLERANCE_SECONDS,
}: Webhook): Promise<ErrandSchemas['TaskResult']> {
  const keys = [secrets].flat().map(decodeSecret);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  checkTime(timestamp, toleranceSeconds);
  const content = bytesOf(`${id}.${timestamp}.`, body);
  if (!(await isSigned(content, signatures, keys))) {
    const reason = 'No signature matches the body with any of the secrets.';
    throw new WebhookVerificationError('no-match', reason);
  }
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return JSON.parse(text) as ErrandSchemas['TaskResult'];
  } catch {
    throw new WebhookVerificationError('bad-body', 'The signed body is not JSON.');
  }
}

/** Tries every signature with every key: WebCrypto compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signatures = header
    .split(/\s+/)
    .slice(0, MAX_SIGNATURES)
    .flatMap((part) => (part.startsWith('v1,') ? (decodeBase64(part.slice(3)) ?? []) : []));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  let isFound = false;
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) isFound = true;
    }
  }
  return isFound;
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  // A comparison with NaN would accept any time.
  if (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0)) {
    throw new TypeError(
      `toleranceSeconds is ${toleranceSeconds}, but it must be a number of at least 0.`,
    );
  }
  if (!/^\d{1,11}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'bad-header',
      'webhook-timestamp is not a number of seconds.',
    );
  }
  const age = Date.now() / 1_000 - Number(timestamp);
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError('too-old', `The callback is ${Math.round(age)} s old.`);
  }
  if (-age > toleranceSeconds) {
    const message = `The callback is ${Math.round(-age)} s ahead: check the clock of this machine.`;
    throw new WebhookVerificationError('too-new', message);
  }
}

function readHeader(headers: Webhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined || value === null || value === '') {
    throw new WebhookVerificationError('missing-header', `The header ${name} is missing.`);
  }
  throw new WebhookVerificationError('bad-header', `The header ${name} was sent more than once.`);
}

function bytesOf(start: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const isBytes: boolean = body instanceof Uint8Array;
  if (!isBytes && typeof body !== 'string') {
    throw new TypeError(
      'body must be the text or the bytes that were received, not a parsed object.',
    );
  }
  const head = new TextEncoder().encode(start);
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const all = new Uint8Array(head.length + rest.length);
  all.set(head);
  all.set(rest, head.length);
  return all;
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes && bytes.length > 0) return bytes;
  throw new TypeError(`A signing secret begins with ${PREFIX} and continues with base64.`);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import jsonwebtoken from 'jsonwebtoken';
import {
  createStreamKeys,
  createTicketSigner,
  createTicketVerifier,
  parseSigningKeys,
  parseVerifyingKeys,
  TicketError,
} from './index.ts';

const now = new Date('2026-03-02T09:15:00.400Z');
const pair = createStreamKeys('2026');
const [signingKey] = parseSigningKeys(pair.signing);
const signer = createTicketSigner({ keys: parseSigningKeys(pair.signing) });
const verifier = createTicketVerifier({ keys: parseVerifyingKeys(pair.verifying) });
const claims = {
  taskId: randomUUID(),
  accountId: randomUUID(),
  apiKeyId: randomUUID(),
  leaseEpoch: 3,
  mode: 'control',
} as const;

/**
 * Returns the payload of a ticket for `claims`, with a test's changes, to sign with the real key.
 */
function payload(changes: Record<string, unknown> = {}) {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: 'errand',
    aud: 'errand-stream',
    sub: claims.taskId,
    account: claims.accountId,
    key: claims.apiKeyId,
    epoch: claims.leaseEpoch,
    mode: claims.mode,
    jti: randomUUID(),
    iat,
    exp: iat + 60,
    ...changes,
  };
}

function signTruly(changes: Record<string, unknown> = {}): string {
  if (!signingKey) throw new Error('No signing key.');
  // Drops members that a test sets to undefined, which the library would refuse to sign.
  const claimed: object = JSON.parse(JSON.stringify(payload(changes)));
  return jsonwebtoken.sign(claimed, signingKey.key, { algorithm: 'ES256', keyid: '2026' });
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * Returns why a ticket is refused. If the message reveals part of the ticket, returns the message
 * instead of the code.
 */
function refusalOf(ticket: string, at = now): string {
  try {
    verifier.verify(ticket, at);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof TicketError)) throw error;
    return error.message.includes(ticket.slice(0, 30)) && ticket ? error.message : error.code;
  }
}

test("verifies the signer's claims for 60 seconds", () => {
  const { ticket, jti, expiresAt } = signer.sign(claims, now);

  expect(verifier.verify(ticket, now)).toEqual({ ...claims, jti, expiresAt });
  expect(expiresAt).toEqual(new Date('2026-03-02T09:16:00.000Z'));
  expect(jsonwebtoken.decode(ticket, { complete: true })).toMatchObject({
    header: { alg: 'ES256', kid: '2026' },
    payload: { iss: 'errand', aud: 'errand-stream', sub: claims.taskId, mode: 'control' },
  });
});

test('creates a different ticket each time', () => {
  expect(signer.sign(claims, now).jti).not.toBe(signer.sign(claims, now).jti);
});

test('accepts a ticket until just before it expires', () => {
  const { ticket } = signer.sign(claims, now);

  expect(verifier.verify(ticket, new Date('2026-03-02T09:15:59.999Z')).taskId).toBe(claims.taskId);
  expect(refusalOf(ticket, new Date('2026-03-02T09:16:00.000Z'))).toBe('expired');
});

test('accepts tickets of all configured keys, and signs with the first', () => {
  const newer = createStreamKeys('2027');
  const both = `${newer.signing},${pair.signing}`;
  const rotated = createTicketVerifier({
    keys: parseVerifyingKeys(`${pair.verifying}, ${newer.verifying}`),
  });
  const fromBoth = createTicketSigner({ keys: parseSigningKeys(both) }).sign(claims, now).ticket;

  expect(jsonwebtoken.decode(fromBoth, { complete: true })?.header.kid).toBe('2027');
  expect(rotated.verify(fromBoth, now).taskId).toBe(claims.taskId);
  expect(rotated.verify(signer.sign(claims, now).ticket, now).taskId).toBe(claims.taskId);
  expect(refusalOf(fromBoth)).toBe('unknown-key');
});

test('refuses another key with a known key id', () => {
  const thief = createTicketSigner({ keys: parseSigningKeys(createStreamKeys('2026').signing) });

  expect(refusalOf(thief.sign(claims, now).ticket)).toBe('bad-signature');
});

test('refuses a ticket whose claims or signature were changed', () => {
  const [header = '', , signature = ''] = signer.sign(claims, now).ticket.split('.');
  const other = payload({ sub: randomUUID() });

  expect(refusalOf(`${header}.${encode(other)}.${signature}`)).toBe('bad-signature');
  const { ticket } = signer.sign(claims, now);
  const place = ticket.length - 20;
  const changed = ticket[place] === 'A' ? 'B' : 'A';
  expect(refusalOf(ticket.slice(0, place) + changed + ticket.slice(place + 1))).toBe(
    'bad-signature',
  );
  expect(refusalOf(ticket.slice(0, ticket.lastIndexOf('.') + 1))).toBe('bad-signature');
});

test('refuses an unsigned ticket', () => {
  const header = encode({ alg: 'none', typ: 'JWT', kid: '2026' });

  expect(refusalOf(`${header}.${encode(payload())}.`)).toBe('bad-signature');
});

test('refuses an HMAC made with the public key as its secret', () => {
  const publicKey = Buffer.from(pair.verifying.split(':')[1] ?? '', 'base64');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: '2026' })}.${encode(payload())}`;
  const mac = createHmac('sha256', publicKey).update(signed).digest('base64url');

  expect(refusalOf(`${signed}.${mac}`)).toBe('bad-signature');
});

test('refuses a ticket that names no key', () => {
  if (!signingKey) throw new Error('No signing key.');

  expect(refusalOf(jsonwebtoken.sign(payload(), signingKey.key, { algorithm: 'ES256' }))).toBe(
    'bad-signature',
  );
});

test.each([
  ['another audience', { aud: 'errand-downloads' }, 'wrong-audience'],
  ['a list of audiences', { aud: ['errand-stream', 'x'] }, 'wrong-audience'],
  ['another issuer', { iss: 'somebody' }, 'wrong-audience'],
  ['no issuer', { iss: undefined }, 'wrong-audience'],
  ['a task that is not a UUID', { sub: '../../tasks' }, 'malformed'],
  ['no epoch', { epoch: undefined }, 'malformed'],
  ['an unknown mode', { mode: 'admin' }, 'malformed'],
  ['no expiry', { exp: undefined }, 'malformed'],
  ['a lifetime of an hour', { exp: Math.floor(now.getTime() / 1000) + 3600 }, 'malformed'],
  ['no identifier', { jti: undefined }, 'malformed'],
])('refuses %s even with a valid signature', (_, changes, code) => {
  expect(refusalOf(signTruly(changes))).toBe(code);
});

test.each([
  ['', 'malformed'],
  ['what', 'malformed'],
  ['a.b.c', 'malformed'],
  [`${encode({ alg: 'ES256', kid: '2026' })}.${encode(payload())}.AAAA`, 'bad-signature'],
  ['x'.repeat(100_000), 'malformed'],
  [`${encode([])}.${encode(1)}.AAAA`, 'bad-signature'],
])('refuses the text "%.40s"', (text, code) => {
  expect(refusalOf(text)).toBe(code);
});

test('neither signs nor verifies without a key', () => {
  expect(() => createTicketSigner({ keys: [] })).toThrow('There is no stream key');
  expect(() => createTicketVerifier({ keys: [] })).toThrow('There is no stream key');
});

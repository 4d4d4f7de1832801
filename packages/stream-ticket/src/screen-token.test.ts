import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createScreenToken, openScreenToken, ScreenTokenError } from './index.ts';

const now = new Date('2026-03-02T09:15:00.900Z');
const key = randomBytes(32);
const claims = { taskId: randomUUID(), leaseEpoch: 2_147_483_647, mode: 'control' } as const;

function sealTruly(payload: unknown): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

function refusalOf(token: string, at = now): string {
  try {
    openScreenToken(key, token, at);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ScreenTokenError)) throw error;
    return error.code;
  }
}

test('opens a token made with the same key, for 10 seconds', () => {
  const token = createScreenToken(key, claims, now);

  expect(openScreenToken(key, token, now)).toEqual({
    ...claims,
    nonce: expect.stringMatching(/^[\w-]{22}$/),
    expiresAt: new Date('2026-03-02T09:15:10.000Z'),
  });
  expect(refusalOf(token, new Date('2026-03-02T09:15:10.000Z'))).toBe('expired');
});

test('is one line of at most 1024 bytes', () => {
  const token = createScreenToken(key, claims, now);

  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(token.length).toBeLessThan(512);
});

test('has a different nonce each time', () => {
  const nonces = [1, 2].map(() => openScreenToken(key, createScreenToken(key, claims)).nonce);

  expect(new Set(nonces).size).toBe(2);
});

test('refuses a token that was made with another key or changed', () => {
  const token = createScreenToken(key, claims, now);
  const [payload = '', mac = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ task_id: randomUUID() })).toString('base64url');

  expect(refusalOf(createScreenToken(randomBytes(32), claims, now))).toBe('bad-mac');
  expect(refusalOf(`${other}.${mac}`)).toBe('bad-mac');
  expect(refusalOf(`${payload}.${'A'.repeat(43)}`)).toBe('bad-mac');
});

test.each([
  ['', 'malformed'],
  ['RFB 003.008', 'malformed'],
  ['x'.repeat(2000), 'malformed'],
  [`${'x'.repeat(1000)}.${'A'.repeat(43)}`, 'malformed'],
  ['a.b', 'malformed'],
  [`a.${'A'.repeat(43)}.b`, 'malformed'],
])('refuses the text "%.40s"', (text, code) => {
  expect(refusalOf(text)).toBe(code);
});

test.each([
  ['no object', 1],
  ['no nonce', { task_id: claims.taskId, lease_epoch: 1, mode: 'view', exp: 9e9 }],
  [
    'an unknown mode',
    { task_id: claims.taskId, lease_epoch: 1, mode: 'all', nonce: 'A'.repeat(22), exp: 9e9 },
  ],
])('refuses %s even with the right key', (_, payload) => {
  expect(refusalOf(sealTruly(payload))).toBe('malformed');
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createAccountStore } from '../accounts/account-store.ts';
import type { ApiKeyScope } from '../http/api-key-scope.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { createCookieSessionStore, forgetEndedSessions } from './cookie-session-store.ts';

const PATH = '/api/v1/session';
const { logger, entries } = recordLogs();
const app = await useTestApp({ logger, longestStreamMs: 100 });
const { pool } = app.database;
const { apiKeys } = app.dependencies;
/** Header that browsers send with requests from the server's own pages. */
const OWN = { 'sec-fetch-site': 'same-origin' };
/** The same app at a public address. */
const atHttps = serveAt('https://errand.example');

beforeEach(async () => {
  await pool.query('DELETE FROM cookie_sessions');
});

function serveAt(publicUrl: string) {
  const cookieSessions = createCookieSessionStore(app.database, publicUrl);
  const dependencies = { ...app.dependencies, cookieSessions };
  return supertest(createWholeApp(dependencies, { logger, validateResponses: true }));
}

async function createKey(scopes?: readonly ApiKeyScope[], accountId = app.accountId) {
  return apiKeys.create(accountId, { name: 'dashboard', ...(scopes ? { scopes } : {}) });
}

/** Signs in; returns the pair of name and token that a browser sends back. */
async function signIn(key = app.apiKey, server = supertest(app.app)): Promise<string> {
  const { headers } = await server.post(PATH).set('x-api-key', key).expect(201);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

type Method = 'delete' | 'get' | 'patch' | 'post';

/** A request with the cookie, from a page of the server. */
const ask = (method: Method, path: string, cookie: string) =>
  supertest(app.app)[method](path).set('cookie', cookie).set(OWN);
/** The same request with other origin headers. */
const comingFrom = (headers: Record<string, string>, request: supertest.Test) =>
  request.unset('sec-fetch-site').set(headers);

const isOpen = async (cookie: string): Promise<boolean> =>
  (await ask('get', '/api/v1/me', cookie)).status === 200;

// proves operation: createCookieSession
describe('sign in', () => {
  test('201 sets a cookie that scripts and other sites cannot use', async () => {
    const { body, headers } = await app.post(PATH).expect(201);
    const { api_key_id } = (await app.get('/api/v1/me').expect(200)).body.key;
    expect(body).toEqual({
      success: true,
      session: {
        api_key_id,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        idle_expires_at: expect.any(String),
      },
    });
    const { created_at, expires_at, idle_expires_at } = body.session;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(604_800_000);
    expect(Date.parse(idle_expires_at) - Date.parse(created_at)).toBe(43_200_000);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^errand_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
      'errand_signed_in=yes; Max-Age=604800; Path=/; SameSite=Strict',
    ]);
    const { headers: secure } = await atHttps.post(PATH).set('x-api-key', app.apiKey).expect(201);
    expect(secure['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-errand_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
      'errand_signed_in=yes; Max-Age=604800; Path=/; SameSite=Strict; Secure',
    ]);
  });

  test('201 stores only a hash of the token and does not log it', async () => {
    const token = (await signIn()).split('=')[1] ?? '';
    await ask('get', PATH, `errand_session=${token}x`).expect(401);
    const { rows } = await pool.query<{ text: string }>(
      "SELECT cookie_sessions::text || encode(token_hash, 'escape') AS text FROM cookie_sessions",
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, entries])).not.toContain(token);
  });

  test('201 ends the oldest of more than twenty sessions of a key, even when all begin at once', async () => {
    const { key } = await createKey();
    const first = await signIn(key);
    const other = await signIn();
    await Promise.all(Array.from({ length: 24 }, () => signIn(key)));
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(other)).toBe(true);
    const { rows } = await pool.query('SELECT FROM cookie_sessions');
    expect(rows).toHaveLength(21);
  });

  test('201 never takes over a token that the browser already had', async () => {
    const planted = 'errand_session=chosen-by-somebody-else-chosen-by-somebody1';
    const request = ask('post', PATH, planted).set('x-api-key', app.apiKey);
    const { headers } = await request.expect(201);
    expect(headers['set-cookie']?.[0]).not.toContain(planted);
    expect(await isOpen(planted)).toBe(false);
  });

  test('401 for a cookie without a key, so that no session can extend itself forever', async () => {
    await ask('post', PATH, await signIn()).expect(401);
  });

  test('409 at an address where a cookie could be intercepted', async () => {
    const server = serveAt('http://errand.example');
    const { body } = await server.post(PATH).set('x-api-key', app.apiKey).expect(409);
    expect(body.detail).toMatch(/address of this installation is http:\/\/errand\.example: set/);
  });
});

describe('with the cookie', () => {
  let cookie: string;
  beforeEach(async () => {
    cookie = await signIn();
  });

  // proves operation: getCookieSession
  test('200 reads, changes and follows the account', async () => {
    const { body } = await ask('get', PATH, cookie).expect(200);
    expect(body.session).toHaveProperty('idle_expires_at');
    await ask('post', '/api/v1/workspaces', cookie).send({ name: 'by cookie' }).expect(201);
    const { text } = await ask('get', '/api/v1/events', `other=1; ${cookie}`).expect(200);
    expect(text).toContain('event: reset');
    const task = await app.submit();
    await app.post(`/api/v1/tasks/${task}/cancel`).expect(200);
    const events = await ask('get', `/api/v1/tasks/${task}/events`, cookie).expect(200);
    expect(events.text).toContain('"status":"cancelled"');
    await comingFrom({ 'sec-fetch-site': 'none' }, ask('get', '/api/v1/me', cookie)).expect(200);
  });

  test.each<[string, Method, Record<string, string>]>([
    ['another site', 'post', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the host', 'post', { 'sec-fetch-site': 'same-site' }],
    ['no page', 'post', { 'sec-fetch-site': 'none' }],
    ['another site, in an old browser', 'post', { origin: 'https://evil.example' }],
    ['another port, in an old browser', 'post', { origin: 'http://127.0.0.1:9999' }],
    ['a sandboxed page', 'post', { origin: 'null' }],
    ['an unknown place', 'post', {}],
    ['another site that only reads', 'get', { 'sec-fetch-site': 'cross-site' }],
    ['another port that only reads', 'get', { 'sec-fetch-site': 'same-site' }],
    ['an old browser that only reads', 'get', { origin: 'https://evil.example' }],
  ])('401 for a request of %s', async (_from, method, headers) => {
    const { body, headers: answer } = await comingFrom(
      headers,
      ask(method, '/api/v1/workspaces', cookie),
    )
      .send(method === 'post' ? { name: 'forged' } : undefined)
      .expect(401);
    expect(answer['x-error-code']).toBe('cross-origin-request');
    expect(body.detail).toMatch(/send an API key in the x-api-key header/);
    const { rows } = await pool.query("SELECT FROM workspaces WHERE name = 'forged'");
    expect(rows).toEqual([]);
  });

  test('201 for a page in an old browser, which sends only Origin', async () => {
    for (const headers of [
      { origin: 'http://127.0.0.1:8080' },
      { origin: 'http://localhost:8080', host: 'localhost:8080' },
    ]) {
      const name = `by ${headers.origin}`;
      const request = comingFrom(headers, ask('post', '/api/v1/workspaces', cookie));
      await request.send({ name }).expect(201);
    }
  });

  // proves operation: deleteCookieSession
  test('200 signs out: a copy of the cookie stops working, but other sessions continue', async () => {
    const other = await signIn();
    const { body, headers } = await ask('delete', PATH, cookie).expect(200);
    expect(body).toEqual({ success: true, message: 'The session has ended.' });
    expect(headers['set-cookie']).toEqual([
      'errand_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      'errand_signed_in=; Max-Age=0; Path=/; SameSite=Strict',
    ]);
    const refused = await ask('get', PATH, cookie).expect(401);
    expect(refused.body.detail).toMatch(/^The session has ended: .* POST \/api\/v1\/session\.$/);
    expect(await isOpen(other)).toBe(true);
  });

  // proves operation: getCookieSession; deleteCookieSession
  test('404 for a request with an API key, which takes precedence over the cookie', async () => {
    for (const method of ['get', 'delete'] as const) {
      await ask(method, PATH, cookie).set('x-api-key', app.apiKey).expect(404);
    }
    const { body } = await ask('get', '/api/v1/me', cookie).set('x-api-key', app.otherApiKey);
    expect(body.account_name).toBe('other');
    await ask('get', '/api/v1/me', cookie).set('x-api-key', 'errand_wrong').expect(401);
    await ask('get', '/api/v1/me', cookie).set('authorization', 'Bearer wrong').expect(401);
    expect(await isOpen(cookie)).toBe(true);
  });

  test('401 for a token that was changed, truncated or copied to another cookie', async () => {
    const [name = '', token = ''] = cookie.split('=');
    const flipped = token.startsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${name}=${flipped}${token.slice(1)}`,
      `${name}=${token.slice(0, -1)}`,
      `${name}=${token}=`,
      `${name}=${'x'.repeat(5_000)}`,
      `__Host-${name}=${token}`,
      `${name.toUpperCase()}=${token}`,
      `${name}=`,
      `${name}=%00`,
    ]) {
      await ask('get', '/api/v1/me', wrong).expect(401);
    }
    // At a public address, a cookie name that a sibling domain could set is not accepted.
    const secure = await signIn(app.apiKey, atHttps);
    const plain = secure.replace('__Host-', '');
    await atHttps.get('/api/v1/me').set('cookie', secure).set(OWN).expect(200);
    await atHttps.get('/api/v1/me').set('cookie', plain).set(OWN).expect(401);
  });

  test('404 for objects of another account', async () => {
    const task = await app.submit();
    const stranger = await signIn(app.otherApiKey);
    await ask('get', `/api/v1/tasks/${task}`, cookie).expect(200);
    await ask('get', `/api/v1/tasks/${task}`, stranger).expect(404);
    await ask('post', `/api/v1/tasks/${task}/cancel`, stranger).expect(404);
  });

  test('200 renews the idle time at most once a minute, and never the total lifetime', async () => {
    const use = async (idle: string): Promise<readonly boolean[]> => {
      await pool.query(`UPDATE cookie_sessions SET last_used_at = now() - interval '${idle}'`);
      const isUsed = await isOpen(cookie);
      const { rows } = await pool.query<{ recent: boolean }>(
        "SELECT last_used_at > now() - interval '10 seconds' AS recent FROM cookie_sessions",
      );
      return [isUsed, rows[0]?.recent ?? false];
    };
    expect(await use('30 seconds')).toEqual([true, false]);
    expect(await use('11 hours 59 minutes')).toEqual([true, true]);
    expect(await use('12 hours')).toEqual([false, false]);
    await pool.query('UPDATE cookie_sessions SET last_used_at = now(), expires_at = now()');
    expect(await isOpen(cookie)).toBe(false);
    expect(await forgetEndedSessions(pool)).toBe(false);
    expect((await pool.query('SELECT FROM cookie_sessions')).rows).toEqual([]);
  });
});

describe('the key of a session', () => {
  let made: Awaited<ReturnType<typeof createKey>>;
  let cookie: string;
  beforeEach(async () => {
    made = await createKey(['read', 'submit']);
    cookie = await signIn(made.key);
  });

  test('401 at once when it is revoked or expires', async () => {
    const later = await createKey();
    const other = await signIn(later.key);
    await app.delete(`/api/v1/api_keys/${made.apiKeyId}`).expect(200);
    expect(await isOpen(cookie)).toBe(false);
    const past = new Date(Date.now() - 1_000);
    const where = { id: later.apiKeyId };
    await app.database.prisma.apiKey.update({ where, data: { expiresAt: past } });
    expect(await isOpen(other)).toBe(false);
    await forgetEndedSessions(pool);
    expect((await pool.query('SELECT FROM cookie_sessions')).rows).toHaveLength(1);
  });

  test('403 for what the key may not do, even if it was restricted later', async () => {
    await ask('post', '/api/v1/workspaces', cookie).send({ name: 'refused' }).expect(403);
    await ask('post', '/api/v1/tasks/cancel', cookie)
      .send({ statuses: ['queued'] })
      .expect(200);
    const where = { id: made.apiKeyId };
    await app.database.prisma.apiKey.update({ where, data: { scopes: ['read'] } });
    await ask('post', '/api/v1/tasks/cancel', cookie)
      .send({ statuses: ['queued'] })
      .expect(403);
    await ask('get', '/api/v1/tasks', cookie).expect(200);
  });

  test('200 announces that the key expires soon, and records its use', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000);
    const where = { id: made.apiKeyId };
    const lastUsedAt = new Date(0);
    await app.database.prisma.apiKey.update({ where, data: { expiresAt, lastUsedAt } });
    await pool.query("UPDATE cookie_sessions SET last_used_at = now() - interval '2 minutes'");
    const { headers, body } = await ask('get', '/api/v1/me', cookie).expect(200);
    expect(headers['x-api-key-expires-at']).toBe(expiresAt.toISOString());
    expect(Date.parse(body.key.last_used_at)).toBeGreaterThan(Date.now() - 10_000);
  });

  test('is deleted with its account', async () => {
    const { accountId } = await createAccountStore(app.database).ensure('leaving');
    const { key } = await createKey(undefined, accountId);
    const left = await signIn(key);
    await pool.query('DELETE FROM accounts WHERE id = $1', [accountId]);
    expect(await isOpen(left)).toBe(false);
  });
});

describe('wrong cookies', () => {
  const limited = supertest(
    createWholeApp(app.dependencies, { logger, validateResponses: true, failedKeysPerMinute: 3 }),
  );
  const send = (token: string) => limited.get('/api/v1/me').set('cookie', token).set(OWN);

  test('429 after too many wrong cookies from one address, but not for a cookie that was valid there', async () => {
    const cookie = await signIn();
    await send(cookie).expect(200);
    for (const token of ['a', 'b', 'c']) await send(`errand_session=${token}`).expect(401);
    await send('errand_session=d').expect(429);
    await send(cookie).expect(200);
  });
});

import { expect, test } from '@jest/globals';
import { openTestSite, signIn } from '../test-client.ts';

test('redirects to the dashboard after a correct password', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  const answer = await signIn(client, 'Anyone.else@harbor.example').expect(302);
  expect(answer.headers['location']).toBe('/dashboard');
  expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('HttpOnly')]);
  expect(await client.get('/dashboard')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Signed in as anyone\.else@harbor\.example/),
  });
});

test.each([
  ['demo@harbor.example', 'wrong'],
  ['demo@elsewhere.example', 'harbor-demo'],
  ['', ''],
])('shows an alert to %s with %s', async (email, password) => {
  await using site = await openTestSite();
  const answer = await signIn(await site.client(), email, password).expect(401);
  expect(answer.text).toMatch(/role="alert"[^]*is not right/);
});

test('reports an expired password', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await signIn(client, 'reset.me@harbor.example')).toMatchObject({
    status: 401,
    text: expect.stringMatching(/Password reset needed/),
  });
});

test('escapes the address that it echoes', async () => {
  await using site = await openTestSite();
  const answer = await signIn(await site.client(), '"><script>alert(1)</script>').expect(401);
  expect(answer.text).not.toContain('<script>alert');
  expect(answer.text).toContain('&quot;&gt;&lt;script&gt;');
});

test.each([
  ['/orders?status=Shipped', '/orders?status=Shipped'],
  ['//evil.example/', '/dashboard'],
  [String.raw`/\evil.example`, '/dashboard'],
  ['https://evil.example/', '/dashboard'],
])('redirects from %s to %s', async (next, location) => {
  await using site = await openTestSite();
  const client = await site.client();
  const fields = { email: 'demo@harbor.example', password: 'harbor-demo', next };
  expect(await client.post('/login').type('form').send(fields)).toMatchObject({
    headers: { location },
  });
});

test('redirects a visitor to the login page and remembers the target', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/orders?page=2')).toMatchObject({
    headers: { location: '/login?next=%2Forders%3Fpage%3D2' },
  });
});

test('signs out', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  expect(await client.get('/logout')).toMatchObject({ status: 302 });
  expect(await client.get('/dashboard')).toMatchObject({ status: 302 });
});

test('allows one account to sign in twice by default', async () => {
  await using site = await openTestSite();
  const first = await site.client('demo@harbor.example');
  const second = await site.client('demo@harbor.example');
  expect(await first.get('/dashboard')).toMatchObject({ status: 200 });
  expect(await second.get('/dashboard')).toMatchObject({ status: 200 });
});

test('ends the first session of an account when only one is allowed', async () => {
  await using site = await openTestSite({ singleSessionPerLogin: true });
  const first = await site.client('demo@harbor.example');
  const other = await site.client('other@harbor.example');
  const second = await site.client('demo@harbor.example');
  expect(await first.get('/dashboard')).toMatchObject({
    headers: { location: expect.stringMatching(/reason=replaced/) },
  });
  expect(await first.get('/login?reason=replaced')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/signed in elsewhere/),
  });
  expect(await second.get('/dashboard')).toMatchObject({ status: 200 });
  expect(await other.get('/dashboard')).toMatchObject({ status: 200 });
});

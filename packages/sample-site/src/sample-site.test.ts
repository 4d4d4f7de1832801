import { expect, test } from '@jest/globals';
import { openTestSite } from './test-client.ts';

test('reports that it is healthy', async () => {
  await using site = await openTestSite();
  expect(await (await site.client()).get('/health')).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

test.each(['/', '/login', '/login/steps', '/quotes', '/quotes/TEAK', '/offers', '/certificates'])(
  'shows %s to every visitor',
  async (path) => {
    await using site = await openTestSite();
    expect(await (await site.client()).get(path)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/<main>/),
    });
  },
);

test.each([
  '/dashboard',
  '/orders/new',
  '/account/security',
  '/account/requests',
  '/account/requests/key',
  '/reports',
  '/reports/sales',
  '/reports/stock',
  '/activity',
  '/contracts',
  '/contracts/search',
  '/contracts/authorizations/AU-7001',
])('shows %s only to signed-in visitors', async (path) => {
  await using site = await openTestSite();
  expect(await (await site.client('demo@harbor.example')).get(path)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Sign out/),
  });
  expect(await (await site.client()).get(path)).toMatchObject({ status: 302 });
});

test.each(['/nope', '/quotes/NONE', '/%ZZ'])('responds to %s with a 404 page', async (path) => {
  await using site = await openTestSite();
  expect(await (await site.client()).get(path)).toMatchObject({
    status: 404,
    text: expect.stringMatching(/Page not found/),
  });
});

test('escapes paths and queries that it shows', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const hostile = encodeURIComponent('<script>x</script>');
  for (const path of [
    '/dashboard?port=',
    '/contracts/supplier?supplier=',
    '/account/requests/view?key=',
  ]) {
    const answer = await client.get(path + hostile).expect(200);
    expect(answer.text).toContain('&lt;script&gt;x');
    expect(answer.text).not.toContain('<script>x');
  }
});

test('responds with a JSON 404 under /api/', async () => {
  await using site = await openTestSite();
  expect(await (await site.client()).get('/api/nope')).toMatchObject({
    status: 404,
    body: { error: 'There is nothing at /api/nope.' },
  });
});

test('shows the cookie banner until it is answered or turned off', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/cookie-banner/),
  });
  const off = await client.get('/?banner=off').expect(200);
  const next = await client.get('/login').expect(200);
  expect(off.text + next.text).not.toContain('cookie-banner');
});

test('embeds the verification frame of another origin when configured', async () => {
  await using site = await openTestSite({ embeddedOrigin: 'http://127.0.0.1:9/path' });
  const client = await site.client('demo@harbor.example');
  const answer = await client.get('/account/security').expect(200);
  expect(answer.text).toContain('src="http://127.0.0.1:9/embedded/verification"');
  expect(answer.headers['content-security-policy']).toContain(
    "frame-src 'self' http://127.0.0.1:9;",
  );
});

test('checks the code inside the frame', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  const path = '/embedded/verification';
  expect(await client.post(path).type('form').send({ code: '1' })).toMatchObject({
    status: 422,
    text: expect.stringMatching(/role="alert"/),
  });
  expect(await client.post(path).type('form').send({ code: '246810' })).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Code accepted/),
  });
  expect(await client.post('/embedded/resend')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/on its way/),
  });
});

test('saves reports in the requested format', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  expect(await client.get('/reports/sales/download?format=pdf')).toMatchObject({
    headers: { 'content-type': 'application/pdf' },
  });
  expect(await client.get('/reports/sales/download')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/sales\.csv/) },
  });
  expect(await client.get('/reports/stock/run?format=CSV')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/stock\.csv/) },
  });
  expect(await client.get('/reports/stock/run?format=PDF')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/stock\.pdf/) },
  });
  expect(await client.get('/reports/none/download')).toMatchObject({ status: 404 });
});

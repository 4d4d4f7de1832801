import { expect, test } from '@jest/globals';
import { codeAt } from '../state/authenticator.ts';
import { openTestSite, signIn } from '../test-client.ts';

test('admits a mail account with the latest code', async () => {
  const sent: string[] = [];
  await using site = await openTestSite({ onSignInCode: ({ code }) => void sent.push(code) });
  const client = await site.client();
  expect(await signIn(client, 'mail.ann@harbor.example')).toMatchObject({
    headers: { location: '/login/code' },
  });
  expect(await client.get('/dashboard')).toMatchObject({ status: 302 });
  expect(await client.get('/login/code')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Send me an email/),
  });
  expect(await client.post('/login/code/mail')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Enter a verification code/),
  });
  expect(await client.post('/login/code/mail')).toMatchObject({ status: 200 });
  const box = await client.get('/api/mailbox/mail.ann@harbor.example');
  expect(box.body).toEqual({ code: sent[1] });
  expect(await client.post('/login/code').type('form').send({ code: sent[0] })).toMatchObject({
    status: 401,
    text: expect.stringMatching(/not valid/),
  });
  expect(await client.post('/login/code').type('form').send({ code: sent[1] })).toMatchObject({
    status: 302,
  });
  expect(await client.get('/dashboard')).toMatchObject({ status: 200 });
});

test('admits an authenticator account with the current code', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await signIn(client, 'totp.ann@harbor.example')).toMatchObject({
    headers: { location: '/login/code' },
  });
  expect(await client.post('/login/code').type('form').send({ code: 'abcdef' })).toMatchObject({
    status: 401,
  });
  const code = codeAt(Math.floor(Date.now() / 30_000));
  expect(await client.post('/login/code').type('form').send({ code })).toMatchObject({
    headers: { location: '/dashboard' },
  });
});

test('rejects visitors without a pending sign-in', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/login/code')).toMatchObject({ headers: { location: '/login' } });
  expect(await client.post('/login/code').type('form').send({ code: '1' })).toMatchObject({
    headers: { location: '/login' },
  });
  expect(await client.post('/login/code/mail')).toMatchObject({ headers: { location: '/login' } });
});

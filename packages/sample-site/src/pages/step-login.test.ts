import { expect, test } from '@jest/globals';
import { openTestSite } from '../test-client.ts';

test('asks for the name first and then for the password', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/login/steps')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/data-testid="text-field"/),
  });
  const name = { username: 'mara<b>' };
  expect(await client.post('/login/steps').type('form').send(name)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/Hello, mara&lt;b&gt;/),
  });
  const fields = { username: 'mara', password: 'harbor-demo' };
  const path = '/login/steps/password';
  expect(
    await client
      .post(path)
      .type('form')
      .send({ ...fields, password: 'no' }),
  ).toMatchObject({ status: 401, text: expect.stringMatching(/is not right/) });
  expect(await client.post(path).type('form').send(fields)).toMatchObject({
    headers: { location: '/contracts' },
  });
});

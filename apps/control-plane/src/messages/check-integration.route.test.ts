import { beforeAll, expect, test } from '@jest/globals';
import { address, twilio, useMessagePlaces } from '../testing/use-message-places.ts';

const { app, integrate, mailbox } = await useMessagePlaces();
beforeAll(async () => {
  await integrate('Mail', mailbox()).expect(201);
  await integrate('Slack', { slack: { workspace_domain: 'acme', token: 'xoxb-1' } }).expect(201);
  await integrate('SMS', { sms: twilio }).expect(201);
});

const check = (id: string) => app.post(`/api/v1/integrations/${id}/check`);
async function idOf(name: string): Promise<string> {
  const { body } = await app.get('/api/v1/integrations').expect(200);
  const found = body.integrations.find((each: { name: string }) => each.name === name);
  return found.integration_id;
}
const outcomeOf = async (name: string) => (await check(await idOf(name)).expect(200)).body;

test('200 reports whether each service accepts the login', async () => {
  const works = { success: true, works: true };
  expect(await outcomeOf('Mail')).toEqual({
    ...works,
    message: `The mailbox ${address} can be read.`,
  });
  expect(await outcomeOf('Slack')).toEqual({
    ...works,
    message: 'The Slack workspace acme can be read.',
  });
  expect(await outcomeOf('SMS')).toMatchObject(works);
  const wrong = mailbox({ email_address: 'wrong@acme.example', password: 'x' });
  await integrate('Wrong', wrong).expect(201);
  expect(await outcomeOf('Wrong')).toEqual({
    success: true,
    works: false,
    message:
      'The mailbox wrong@acme.example cannot be read: localhost refused the user name or password. Correct them in the integration.',
  });
  const other = { slack: { workspace_domain: 'other', token: 'xoxb-1' } };
  await integrate('Other', other).expect(201);
  expect(await outcomeOf('Other')).toMatchObject({
    works: false,
    message: expect.stringContaining('belongs to the Slack workspace "acme", not to "other"'),
  });
});

test('401 without a key, 404 for an integration of another account', async () => {
  const id = await idOf('Mail');
  await check(id).set('x-api-key', 'none').expect(401);
  await check(id).set('x-api-key', app.otherApiKey).expect(404);
});

test('409 for a vault, 422 for an unknown query parameter', async () => {
  await integrate('Vaults', { onepassword: { token: 't' } }).expect(201);
  const { body } = await check(await idOf('Vaults')).expect(409);
  expect(body.detail).toMatch(/^An integration of kind onepassword cannot be checked/);
  await app.post(`/api/v1/integrations/${await idOf('Mail')}/check?deep=1`).expect(422);
});

import { beforeEach, expect, test } from '@jest/globals';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/integrations';
const SECRET = 'a-secret-that-nobody-sees';

const app = await useTestApp();
let made = 0;
let mailbox: Readonly<Record<string, unknown>>;
/** The settings of the mailbox without its secret. */
let rest: Readonly<Record<string, unknown>>;
let path: string;
let id: string;
beforeEach(async () => {
  rest = { email_address: `box${(made += 1)}@acme.example`, host: 'imap.acme.example' };
  mailbox = { ...rest, password: SECRET };
  const { body } = await app.post(PATH, { name: `mailbox ${made}`, mailbox }).expect(201);
  id = body.integration.integration_id;
  path = `${PATH}/${id}`;
});

// proves operation: updateIntegration
test('200 keeps the secret of settings that are read, changed and sent back', async () => {
  const { body: list } = await app.get(`${PATH}?limit=100`).expect(200);
  const read = list.integrations.find(
    ({ integration_id: listed }: { integration_id: string }) => listed === id,
  );
  expect(read.mailbox).toEqual(read.settings);
  const changed = { ...read.mailbox, username: 'codes' };
  const { body } = await app.patch(path, { name: read.name, mailbox: changed }).expect(200);
  expect(body.integration.mailbox).toEqual(changed);
  const stored = await app.dependencies.integrations.get(app.accountId, id);
  expect(stored.settings).toEqual({ ...changed, password: SECRET });
});

test.each([{ host: 'evil.example' }, { port: 7 }, { security: 'starttls' }])(
  '422 without the secret when %j changes where it is sent to',
  async (change) => {
    const { body } = await app.patch(path, { mailbox: { ...rest, ...change } }).expect(422);
    const msg = expect.stringMatching(
      /^mailbox.password is missing: send it again, because the new \w+ sends it to another place\.$/,
    );
    expect(body.detail).toEqual([{ loc: ['body', 'mailbox', 'password'], msg, type: 'required' }]);
  },
);

test('200 keeps a secret that another request replaces at the same time', async () => {
  const names = Array.from({ length: 8 }, (_each, position) => `user-${position}`);
  await Promise.all([
    ...names.map((username) => app.patch(path, { mailbox: { ...rest, username } }).expect(200)),
    app.patch(path, { mailbox: { ...mailbox, password: 'new' } }).expect(200),
  ]);
  const stored = await app.dependencies.integrations.get(app.accountId, id);
  expect(stored.settings).toMatchObject({ password: 'new' });
});

test('409 for a damaged integration without its secret', async () => {
  await app.database.prisma.integration.update({
    where: { id },
    data: { settings: 'v1.test.AAAA' },
  });
  const { headers } = await app.patch(path, { mailbox: rest }).expect(409);
  expect(headers['x-error-code']).toBe('integration-damaged');
  const { body } = await app.get(`${PATH}?limit=100`).expect(200);
  const damaged = body.integrations.find((each: { is_damaged: boolean }) => each.is_damaged);
  expect(damaged).not.toHaveProperty('mailbox');
  await app.patch(path, { mailbox }).expect(200);
});

test('422 without the token of 1Password when its URL changes, in both directions', async () => {
  const onepassword = { connect_url: 'https://connect.acme.example', token: SECRET };
  const { body } = await app.post(PATH, { name: 'vault', onepassword }).expect(201);
  const vault = `${PATH}/${body.integration.integration_id}`;
  await app.patch(vault, { onepassword: {} }).expect(422);
  await app.patch(vault, { onepassword: { connect_url: 'https://evil.example' } }).expect(422);
  await app.patch(vault, { onepassword: { connect_url: onepassword.connect_url } }).expect(200);
  await app.patch(vault, { onepassword: { token: SECRET } }).expect(200);
  await app.patch(vault, { onepassword: { connect_url: onepassword.connect_url } }).expect(422);
});

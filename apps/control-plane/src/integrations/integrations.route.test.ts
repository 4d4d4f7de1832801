import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/integrations';
const SECRET = 'a-secret-that-nobody-sees';

const app = await useTestApp();
let made = 0;
let name: string;
let mailbox: Readonly<Record<string, unknown>>;
beforeEach(() => {
  name = `mailbox ${(made += 1)}`;
  mailbox = {
    email_address: `Box${made}@Acme.example`,
    host: 'imap.acme.example',
    password: SECRET,
  };
});

async function create(): Promise<string> {
  const { body } = await app.post(PATH, { name, mailbox }).expect(201);
  return `${PATH}/${body.integration.integration_id}`;
}

// proves operation: listIntegrations
describe('list', () => {
  test('200 lists integrations by name, page by page, without secrets', async () => {
    const asOther = (request: supertest.Test) => request.set('x-api-key', app.otherApiKey);
    const slack = { workspace_domain: 'acme', token: SECRET };
    const onepassword = { connect_url: 'https://connect.acme.example', token: SECRET };
    const aws_secrets_manager = { access_key_id: 'AKIA1', secret_access_key: SECRET };
    const sms = { account_sid: `AC${'0'.repeat(32)}`, auth_token: SECRET };
    for (const kind of [
      { slack },
      { onepassword },
      { aws_secrets_manager },
      { sms },
      { mailbox },
    ]) {
      const sent = { name: Object.keys(kind).join(), ...kind };
      await asOther(app.post(PATH, sent)).expect(201);
    }
    const first = await asOther(app.get(`${PATH}?limit=3`)).expect(200);
    // A page begins after the last integration of the previous page, even if that has been deleted.
    const { integration_id: last } = first.body.integrations.at(-1);
    await asOther(app.delete(`${PATH}/${last}`)).expect(200);
    const rest = await asOther(app.get(`${PATH}?cursor=${first.body.next_cursor}`)).expect(200);
    const seen = [...first.body.integrations, ...rest.body.integrations];

    expect(rest.body.next_cursor).toBeNull();
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(seen.map(({ kind, settings }) => [kind, settings])).toEqual([
      ['aws_secrets_manager', { access_key_id: 'AKIA1' }],
      [
        'mailbox',
        {
          email_address: mailbox['email_address'],
          host: 'imap.acme.example',
          port: 993,
          security: 'tls',
          username: mailbox['email_address'],
        },
      ],
      ['onepassword', { connect_url: 'https://connect.acme.example' }],
      ['slack', { workspace_domain: 'acme' }],
      ['sms', { account_sid: sms.account_sid }],
    ]);
  });

  test.each([
    ['a changed text', `left(settings, -8) || 'AAAAAAAA'`],
    ['a lost key', `replace(settings, 'v1.test.', 'v1.lost.')`],
    ['another row', `(SELECT settings FROM integrations o WHERE o.id <> i.id LIMIT 1)`],
  ])('200 lists the others when one is damaged by %s', async (_case, damage) => {
    const other = await create();
    name = `${name} damaged`;
    mailbox = { ...mailbox, email_address: `damaged${made}@acme.example` };
    const path = await create();
    const id = path.split('/').at(-1);
    await app.database.pool.query(`UPDATE integrations i SET settings = ${damage} WHERE id = $1`, [
      id,
    ]);

    const { body } = await app.get(`${PATH}?limit=100`).expect(200);
    const find = (wanted: string) =>
      body.integrations.find(({ integration_id: found }: { integration_id: string }) =>
        wanted.endsWith(found),
      );
    expect(find(path)).toMatchObject({ name, kind: 'mailbox', settings: {}, is_damaged: true });
    expect(find(other)).toMatchObject({ is_damaged: false, settings: { port: 993 } });
    const checked = await app.post(`${path}/check`).expect(409);
    expect(checked.body.detail).toMatch(
      `The stored settings of the integration "${name}" cannot be decrypted`,
    );
    await app.patch(path, { name: `${name} still` }).expect(200);
    const mended = await app.patch(path, { mailbox }).expect(200);
    expect(mended.body.integration).toMatchObject({ is_damaged: false, settings: { port: 993 } });
  });

  test('409 at the limit of integrations, until one is deleted', async () => {
    const { id: accountId } = await app.database.prisma.account.create({ data: { name } });
    const { key } = await app.dependencies.apiKeys.create(accountId, { name: 'own' });
    await app.database.pool.query(
      `INSERT INTO integrations (id, account_id, kind, name, subject, settings)
       SELECT gen_random_uuid(), $1, 'mailbox', 'box ' || n, 'box' || n, '' FROM generate_series(1, 200) n`,
      [accountId],
    );
    const post = () => app.post(PATH, { name, mailbox }).set('x-api-key', key);
    const refused = await post().expect(409);
    expect(refused.headers['x-error-code']).toBe('integration-limit');
    expect(refused.body.detail).toBe(
      'The account has 200 integrations, which is the limit: delete one first.',
    );
    await app.database.prisma.integration.deleteMany({ where: { accountId, name: 'box 7' } });
    await post().expect(201);
    await post().expect(409);
  });

  test('401 without a key', async () => {
    await supertest(app.app).get(PATH).expect(401);
  });

  test.each(['limit=0', 'cursor=!!', 'page=2'])('422 for %s', async (query) => {
    await app.get(`${PATH}?${query}`).expect(422);
  });
});

// proves operation: createIntegration
describe('create', () => {
  test('201 keeps the secret sealed', async () => {
    const path = await create();
    const id = path.split('/').at(-1) ?? '';
    const row = await app.database.prisma.integration.findUniqueOrThrow({ where: { id } });

    expect(row).toMatchObject({ kind: 'mailbox', subject: `box${made}@acme.example` });
    expect(row.settings).toMatch(/^v1\.test\./);
    const { settings } = await app.dependencies.integrations.get(app.accountId, id);
    expect(settings).toMatchObject({ password: SECRET });
  });

  test('401 without a key', async () => {
    await supertest(app.app).post(PATH).send({ name, mailbox }).expect(401);
  });

  test('409 for a name or a service that is taken, but only within the account', async () => {
    await create();
    const other = { ...mailbox, email_address: 'other@acme.example' };
    const sameName = await app.post(PATH, { name, mailbox: other }).expect(409);
    expect(sameName.body.detail).toBe(
      `Another integration has the name "${name}": choose another one.`,
    );
    const sameBox = await app.post(PATH, { name: 'other', mailbox }).expect(409);
    expect(sameBox.body.detail).toBe(
      `Another integration is for the mailbox "box${made}@acme.example": change that one.`,
    );
    await app.post(PATH, { name, mailbox }).set('x-api-key', app.otherApiKey).expect(201);
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    await app.post(PATH).set('content-type', 'application/json').send('{').expect(400);
    await app.post(PATH, { name: 'x'.repeat(10_485_760) }).expect(413);
    await app.post(PATH).expect(415);
  });

  test.each([
    { name: 'no kind' },
    { name: 'two', slack: { workspace_domain: 'a', token: SECRET }, sms: {} },
    { name: 'place', mailbox: { email_address: 'nobody', host: 'a', password: SECRET } },
    { name: 'way', mailbox: { email_address: 'a@b', host: 'a b', password: SECRET, port: 0 } },
    {
      name: 'plain',
      mailbox: { email_address: 'a@b', host: 'a', password: SECRET, security: 'no' },
    },
    { name: 'domain', slack: { workspace_domain: 'evil.example/', token: SECRET } },
    { name: 'sid', sms: { account_sid: '../x', auth_token: [SECRET] } },
    { name: 'url', onepassword: { connect_url: 'file:///etc/passwd', token: SECRET } },
    { name: 'region', aws_secrets_manager: { access_key_id: 'a', secret: SECRET } },
  ])('422 for %j', async (sent) => {
    const { text } = await app.post(PATH, sent).expect(422);
    expect(text).not.toContain(SECRET);
  });
});

// proves operation: updateIntegration
describe('update', () => {
  test('200 changes only the name, or all settings', async () => {
    const path = await create();
    const renamed = await app.patch(path, { name: `${name} renamed` }).expect(200);
    expect(renamed.body.integration).toMatchObject({
      name: `${name} renamed`,
      settings: { host: 'imap.acme.example' },
    });
    const settings = { ...mailbox, host: 'mail.acme.example', password: 'new' };
    const { body } = await app.patch(path, { mailbox: settings }).expect(200);
    expect(body.integration.settings).toMatchObject({ host: 'mail.acme.example' });
    expect(body.integration.updated_at > renamed.body.integration.created_at).toBe(true);
    const id = path.split('/').at(-1) ?? '';
    const stored = await app.dependencies.integrations.get(app.accountId, id);
    expect(stored.settings).toMatchObject({ password: 'new' });
  });

  test('200 replaces settings whose sealing key is gone, while others keep working', async () => {
    const lost = await create();
    const id = lost.split('/').at(-1) ?? '';
    const data = { settings: `v1.gone.${'A'.repeat(16)}.${'A'.repeat(40)}` };
    await app.database.prisma.integration.update({ where: { id }, data });
    name = `${name} other`;
    const own = { ...mailbox, email_address: 'own@acme.example' };
    await app.post(PATH, { name, mailbox: own }).expect(201);
    const { integrations } = app.dependencies;
    const settings = await integrations.settingsOf(app.accountId, 'mailbox', 'own@acme.example');
    expect(settings).toMatchObject([{ password: SECRET }]);

    await app.patch(lost, { mailbox: { ...mailbox, password: 'new' } }).expect(200);
    expect((await integrations.get(app.accountId, id)).settings).toMatchObject({ password: 'new' });
  });

  test('401 without a key', async () => {
    await supertest(app.app)
      .patch(await create())
      .send({ name })
      .expect(401);
  });

  test('404 for an integration that is unknown or of another account', async () => {
    const path = await create();
    await app.patch(path, { name: 'mine' }).set('x-api-key', app.otherApiKey).expect(404);
    await app.patch(`${PATH}/${randomUUID()}`, { name: 'x' }).expect(404);
    await app.patch(`${PATH}/none`, { name: 'x' }).expect(404);
  });

  test('409 for settings of a different kind, and for a taken name or service', async () => {
    const first = { name, mailbox };
    await create();
    name = `${name} b`;
    mailbox = { ...mailbox, email_address: `b${made}@acme.example` };
    const path = await create();
    await app.patch(path, { name: first.name }).expect(409);
    await app.patch(path, { mailbox: first.mailbox }).expect(409);
    const slack = { workspace_domain: 'acme', token: SECRET };
    const { body } = await app.patch(path, { slack }).expect(409);
    expect(body.detail).toBe(
      `The integration "${name}" is of kind mailbox, but the settings are of kind slack: create another integration.`,
    );
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    const path = await create();
    await app.patch(path).set('content-type', 'application/json').send('{').expect(400);
    await app.patch(path, { name: 'x'.repeat(10_485_760) }).expect(413);
    await app.patch(path).expect(415);
  });

  test('422 for an empty change, for a host without its password, and for two kinds', async () => {
    const path = await create();
    const slack = { workspace_domain: 'acme', token: SECRET };
    const elsewhere = { ...mailbox, host: 'evil.example', password: undefined };
    for (const sent of [{}, { mailbox: elsewhere }, { mailbox, slack }]) {
      await app.patch(path, sent).expect(422);
    }
  });
});

// proves operation: deleteIntegration
describe('delete', () => {
  test('200 deletes the integration with its secret', async () => {
    const path = await create();
    const { body } = await app.delete(path).expect(200);
    expect(body).toEqual({ success: true, message: 'The integration is deleted.' });
    await app.delete(path).expect(404);
    const id = path.split('/').at(-1) ?? '';
    expect(await app.database.prisma.integration.findUnique({ where: { id } })).toBeNull();
  });

  test('401 without a key', async () => {
    await supertest(app.app)
      .delete(await create())
      .expect(401);
  });

  test('404 for an integration of another account, without deleting it', async () => {
    const path = await create();
    await app.delete(path).set('x-api-key', app.otherApiKey).expect(404);
    await app.delete(`${PATH}/none`).expect(404);
    await app.delete(path).expect(200);
  });

  test('422 for an unknown query parameter', async () => {
    await app.delete(`${await create()}?force=1`).expect(422);
  });
});

import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createAccountStore } from '../accounts/account-store.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/api_keys';

const app = await useTestApp();

const opens = async (key: string): Promise<boolean> =>
  (await app.get('/api/v1/get_recordings').set('x-api-key', key)).status === 200;

const rename = (id: string, body: object) => app.patch(`${PATH}/${id}`, body);

/** Creates an account with exactly this many keys. */
async function addAccount(keys: number): Promise<{ id: string; key: string }[]> {
  const { accountId } = await createAccountStore(app.database).ensure(randomUUID());
  const made = [];
  for (let number = 0; number < keys; number += 1) {
    const { apiKeyId, key } = await app.dependencies.apiKeys.create(accountId, { name: 'made' });
    made.push({ id: apiKeyId, key });
  }
  return made;
}

// proves operation: createApiKey
describe('create', () => {
  test('201 shows the key once, and the key opens the account', async () => {
    const { body } = await app.post(PATH, { name: 'nightly import' }).expect(201);
    expect(body).toEqual({
      success: true,
      api_key: expect.stringMatching(/^errand_[\w-]{43}$/),
      key: {
        api_key_id: expect.any(String),
        name: 'nightly import',
        prefix: body.api_key.slice(0, 12),
        scopes: ['read', 'submit', 'author', 'admin', 'local_server'],
        status: 'valid',
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        expires_at: null,
        expires_soon: false,
        last_used_at: null,
        revoked_at: null,
      },
    });
    expect(await opens(body.api_key)).toBe(true);
    const listed = await app.get(`${PATH}?limit=1`).expect(200);
    expect(listed.body.keys[0]).toMatchObject({
      api_key_id: body.key.api_key_id,
      last_used_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect(JSON.stringify(listed.body)).not.toContain(body.api_key);
  });

  test('201 with an expiry, after which the key is rejected', async () => {
    const expires_at = '2099-12-31T23:59:59+02:00';
    const { body } = await app.post(PATH, { name: 'contractor', expires_at }).expect(201);
    expect(body.key.expires_at).toBe('2099-12-31T21:59:59.000Z');
    expect(await opens(body.api_key)).toBe(true);
    const where = { id: body.key.api_key_id };
    const data = { expiresAt: new Date(Date.now() - 1_000) };
    await app.database.prisma.apiKey.update({ where, data });
    expect(await opens(body.api_key)).toBe(false);
    const { body: listed } = await app.get(`${PATH}?limit=1`).expect(200);
    expect(listed.keys[0].status).toBe('expired');
  });

  test('201 creates a key with scopes, which limit the keys that it creates', async () => {
    const scopes = ['read', 'admin'];
    const { body } = await app.post(PATH, { name: 'auditor', scopes }).expect(201);
    expect(body.key.scopes).toEqual(scopes);
    const make = (members: object) =>
      app.post(PATH, { name: 'made by it', ...members }).set('x-api-key', body.api_key);
    expect((await make({}).expect(201)).body.key.scopes).toEqual(scopes);
    const { body: refused } = await make({ scopes: ['read', 'submit'] }).expect(403);
    expect(refused).toMatchObject({ code: 'missing-scope', required_scope: 'submit' });
  });

  test('409 for an account with 200 valid keys, until one is revoked or expires', async () => {
    const [first, second] = await addAccount(2);
    await app.database.pool.query(
      `INSERT INTO api_keys (id, account_id, name, prefix, key_hash)
       SELECT gen_random_uuid(), account_id, 'many', 'errand_', ('many ' || n)::bytea
       FROM api_keys, generate_series(1, 198) n WHERE id = $1`,
      [first?.id],
    );
    const create = (name: string) => app.post(PATH, { name }).set('x-api-key', first?.key ?? '');
    const { body, headers } = await create('too many').expect(409);
    expect(headers['x-error-code']).toBe('api-key-limit');
    expect(body.detail).toBe(
      'The account has 200 valid API keys, which is the limit: revoke one that is no longer used.',
    );
    // Other accounts have their own limit.
    await app.post(PATH, { name: 'other account' }).expect(201);
    await app
      .delete(`${PATH}/${second?.id}`)
      .set('x-api-key', first?.key ?? '')
      .expect(200);
    await create('after a revocation').expect(201);
    await create('too many again').expect(409);
    await app.database.pool.query(
      `UPDATE api_keys SET expires_at = now() WHERE key_hash = 'many 1'::bytea`,
    );
    await create('after an expiry').expect(201);
  });

  test('422 for an unknown scope, and for an empty list of scopes', async () => {
    await app.post(PATH, { name: 'a', scopes: ['write'] }).expect(422);
    await app.post(PATH, { name: 'a', scopes: [] }).expect(422);
  });

  test('401 without a key', async () => {
    await supertest(app.app).post(PATH).send({ name: 'mine' }).expect(401);
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    await app.post(PATH).set('content-type', 'application/json').send('{').expect(400);
    await app.post(PATH, { name: 'x'.repeat(10_485_760) }).expect(413);
    await app.post(PATH).expect(415);
  });

  test.each([
    [{}, 'name', 'required'],
    [{ name: '' }, 'name', 'minLength'],
    [{ name: 'a', scope: 'read' }, 'scope', 'additionalProperties'],
    [{ name: 'a', expires_at: 'soon' }, 'expires_at', 'format'],
    [{ name: 'a', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'minimum'],
  ])('422 for %j', async (sent, name, type) => {
    const { body } = await app.post(PATH, sent).expect(422);
    expect(body.detail).toContainEqual({ loc: ['body', name], type, msg: expect.any(String) });
  });
});

// proves operation: listApiKeys
describe('list', () => {
  test('200 pages through the keys of its own account only, newest first', async () => {
    const made = await addAccount(5);
    const [{ key } = { key: '' }] = made;
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await app.get(`${PATH}?limit=2${query}`).set('x-api-key', key).expect(200);
      seen.push(...body.keys.map(({ api_key_id: id }: { api_key_id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(made.map(({ id }) => id).toReversed());
  });

  test('401 without a key', async () => {
    await supertest(app.app).get(PATH).expect(401);
  });

  test.each(['limit=0', 'cursor=b3RoZXI', 'name=a'])('422 for %s', async (query) => {
    await app.get(`${PATH}?${query}`).expect(422);
  });
});

// proves operation: renameApiKey
describe('rename', () => {
  test('200 changes the name and nothing else', async () => {
    const expires_at = '2099-12-31T23:59:59.000Z';
    const { body: made } = await app.post(PATH, { name: 'old', expires_at }).expect(201);
    const { body } = await rename(made.key.api_key_id, { name: 'Nachtlauf 夜' }).expect(200);
    expect(body).toEqual({ success: true, key: { ...made.key, name: 'Nachtlauf 夜' } });
    const { body: listed } = await app.get(`${PATH}?limit=1`).expect(200);
    expect(listed.keys).toEqual([body.key]);
    expect(await opens(made.api_key)).toBe(true);
  });

  test('200 for a revoked key, which stays revoked', async () => {
    const { body: made } = await app.post(PATH, { name: 'old' }).expect(201);
    await app.delete(`${PATH}/${made.key.api_key_id}`).expect(200);
    const { body } = await rename(made.key.api_key_id, { name: 'leaked' }).expect(200);
    expect(body.key).toMatchObject({ name: 'leaked', status: 'revoked' });
    expect(await opens(made.api_key)).toBe(false);
  });

  test('404 for a key that is unknown or of another account, without renaming it', async () => {
    const [other] = await addAccount(1);
    if (!other) throw new Error('Expected a key.');
    for (const id of [other.id, randomUUID(), 'laptop']) {
      const { body } = await rename(id, { name: 'mine' }).expect(404);
      expect(body).toEqual({ detail: `There is no API key with the id "${id}".` });
    }
    const { body } = await app.get(PATH).set('x-api-key', other.key).expect(200);
    expect(body.keys).toMatchObject([{ name: 'made' }]);
  });

  test.each([
    [{}, 'name', 'required'],
    [{ name: '' }, 'name', 'minLength'],
    [{ name: null }, 'name', 'type'],
    [{ name: 'a', expires_at: null }, 'expires_at', 'additionalProperties'],
  ])('422 for %j', async (sent, name, type) => {
    const { body } = await rename(randomUUID(), sent).expect(422);
    expect(body.detail).toContainEqual({ loc: ['body', name], type, msg: expect.any(String) });
  });
});

// proves operation: revokeApiKey
describe('revoke', () => {
  test('200 revokes the key at once, even the calling one, and is idempotent', async () => {
    const [first, second] = await addAccount(2);
    if (!first || !second) throw new Error('Expected two keys.');
    const revoke = () => app.delete(`${PATH}/${first.id}`);
    const { body } = await revoke().set('x-api-key', first.key).expect(200);
    expect(body.key).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    expect(await opens(first.key)).toBe(false);
    expect(await opens(second.key)).toBe(true);
    expect((await revoke().set('x-api-key', second.key).expect(200)).body).toEqual(body);
  });

  test('401 without a key', async () => {
    await supertest(app.app).delete(`${PATH}/${randomUUID()}`).expect(401);
  });

  test('404 for a key that is unknown or of another account, without revoking it', async () => {
    const [own] = await addAccount(1);
    if (!own) throw new Error('Expected a key.');
    const { body } = await app.delete(`${PATH}/${own.id}`).expect(404);
    expect(body.detail).toBe(`There is no API key with the id "${own.id}".`);
    expect(await opens(own.key)).toBe(true);
    await app.delete(`${PATH}/none`).expect(404);
  });

  test('409 for the last valid key: expired and revoked ones do not count', async () => {
    const [expired, revoked, last] = await addAccount(3);
    if (!expired || !revoked || !last) throw new Error('Expected three keys.');
    const past = new Date(Date.now() - 1_000);
    const { apiKey } = app.database.prisma;
    await apiKey.update({ where: { id: expired.id }, data: { expiresAt: past } });
    await apiKey.update({ where: { id: revoked.id }, data: { revokedAt: past } });
    const { body } = await app.delete(`${PATH}/${last.id}`).set('x-api-key', last.key).expect(409);
    expect(body.detail).toBe(
      '"made" is the last valid API key of the account with the scope "admin": create another one first.',
    );
    expect(await opens(last.key)).toBe(true);
  });

  test('keeps one of two keys that revoke each other at the same time', async () => {
    const keys = await addAccount(2);
    const [first, second] = keys;
    if (!first || !second) throw new Error('Expected two keys.');
    const answers = await Promise.all([
      app.delete(`${PATH}/${second.id}`).set('x-api-key', first.key),
      app.delete(`${PATH}/${first.id}`).set('x-api-key', second.key),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const open = await Promise.all(keys.map(({ key }) => opens(key)));
    expect(open.filter(Boolean)).toHaveLength(1);
  });

  test('422 for an unknown query parameter', async () => {
    await app.delete(`${PATH}/${randomUUID()}?force=true`).expect(422);
  });
});

// proves operation: *
test('401 with the same message for a key that is unknown, expired or revoked', async () => {
  const [expired, revoked] = await addAccount(2);
  if (!expired || !revoked) throw new Error('Expected two keys.');
  const past = new Date(Date.now() - 1_000);
  const { apiKey } = app.database.prisma;
  await apiKey.update({ where: { id: expired.id }, data: { expiresAt: past } });
  await apiKey.update({ where: { id: revoked.id }, data: { revokedAt: past } });
  const unknown = `errand_${'a'.repeat(43)}`;
  for (const key of [unknown, expired.key, revoked.key]) {
    const { body } = await app.get(PATH).set('x-api-key', key).expect(401);
    expect(body).toEqual({
      detail: 'The API key is not valid: it is unknown, expired or revoked.',
    });
  }
});

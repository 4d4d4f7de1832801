import { expect, test } from '@jest/globals';
import type { Express } from 'express';
import supertest from 'supertest';
import { startTestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

test('stores the hash of a key and never the key', async () => {
  const { apiKeyId, key, prefix } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'laptop',
  });
  const row = await app.database.prisma.apiKey.findUniqueOrThrow({ where: { id: apiKeyId } });
  expect(key).toMatch(/^errand_[\w-]{43}$/);
  expect(key.startsWith(prefix)).toBe(true);
  expect(row.keyHash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(key);
});

test('records the use of a key at most once a minute', async () => {
  const { apiKeys } = app.dependencies;
  const { apiKeyId, key } = await apiKeys.create(app.accountId, { name: 'busy' });
  const where = { id: apiKeyId };
  const lastUsedAt = async () =>
    (await app.database.prisma.apiKey.findUniqueOrThrow({ where })).lastUsedAt;

  expect(await lastUsedAt()).toBeNull();
  await apiKeys.findOwner(key);
  const first = await lastUsedAt();
  await apiKeys.findOwner(key);
  expect(await lastUsedAt()).toEqual(first);

  const longAgo = new Date(Date.now() - 61_000);
  await app.database.prisma.apiKey.update({ where, data: { lastUsedAt: longAgo } });
  await apiKeys.findOwner(key);
  expect((await lastUsedAt())?.getTime()).toBeGreaterThan(longAgo.getTime() + 30_000);
});

test('records the use once when many requests arrive at the same time', async () => {
  const { apiKeys } = app.dependencies;
  const { apiKeyId, key } = await apiKeys.create(app.accountId, { name: 'burst' });
  await using watcher = await watchUpdates(apiKeyId);
  await Promise.all(Array.from({ length: 12 }, () => apiKeys.findOwner(key)));
  expect(await watcher.count()).toBe(1);
});

/** Counts writes to one key's row with a trigger. */
async function watchUpdates(apiKeyId: string) {
  const { pool } = app.database;
  await pool.query(`CREATE TABLE key_writes (id uuid);
    CREATE FUNCTION note_key_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO key_writes VALUES (new.id); RETURN new; END $$;
    CREATE TRIGGER note_key_write AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION note_key_write()`);
  return {
    async count() {
      const where = [apiKeyId];
      const { rows } = await pool.query('SELECT FROM key_writes WHERE id = $1', where);
      return rows.length;
    },
    async [Symbol.asyncDispose]() {
      await pool.query('DROP TRIGGER note_key_write ON api_keys');
      await pool.query('DROP FUNCTION note_key_write(); DROP TABLE key_writes');
    },
  };
}

test('every control plane refuses a revoked key at once, however busy it is', async () => {
  await using other = await startTestApp({ databaseUrl: app.databaseUrl });
  const { apiKeys } = app.dependencies;
  const { apiKeyId, key } = await apiKeys.create(app.accountId, { name: 'leaked' });
  const asked: { readonly at: number; readonly status: number }[] = [];
  const ask = async (server: Express): Promise<void> => {
    const at = performance.now();
    const { status } = await supertest(server).get('/api/v1/me').set('x-api-key', key);
    asked.push({ at, status });
  };
  const revoked = new AbortController();
  const keepAsking = async (server: Express): Promise<void> => {
    while (!revoked.signal.aborted) await ask(server);
    await ask(server);
  };
  const clients = [app.app, app.app, other.app, other.app, other.app].map(keepAsking);
  await Promise.all([ask(app.app), ask(other.app)]);
  await apiKeys.revoke(app.accountId, apiKeyId);
  const revokedAt = performance.now();
  revoked.abort();
  await Promise.all(clients);
  const after = asked.filter(({ at }) => at > revokedAt).map(({ status }) => status);
  expect(after).toEqual(after.map(() => 401));
  expect(after.length).toBeGreaterThanOrEqual(clients.length);
  expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

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

test('notes the use of a key once a minute at most', async () => {
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

import { expect, test } from '@jest/globals';
import { createRunner } from '../testing/run-commands.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const run = createRunner(app);

test('creates a worker pool, shows its token once, rotates it and revokes it', async () => {
  const pool = await run('pools', 'create', 'acme', '--labels', 'acme,default, acme');
  expect(pool).toEqual({
    name: 'acme',
    labels: ['acme', 'default'],
    worker_token: expect.stringMatching(/^errand_pool_[\w-]{43}$/),
    prefix: String(pool['worker_token']).slice(0, 17),
    created_at: expect.any(String),
    rotated_at: null,
    revoked_at: null,
  });
  const { workerRegister } = app.dependencies;
  const opens = async ({ worker_token: token }: Record<string, unknown>): Promise<boolean> =>
    (await workerRegister.findPool(String(token))) !== undefined;
  expect(await opens(pool)).toBe(true);
  const rotated = await run('pools', 'rotate', 'acme');
  expect([await opens(pool), await opens(rotated)]).toEqual([false, true]);
  const revoked = await run('pools', 'revoke', 'acme');
  expect(revoked).toMatchObject({ name: 'acme', revoked_at: expect.any(String) });
  expect(await run('pools', 'revoke', 'acme')).toEqual(revoked);
  expect(await opens(rotated)).toBe(false);
  expect(await run('pools', 'list')).toEqual({ pools: [revoked] });
  const { labels } = await run('pools', 'create', 'plain');
  expect(labels).toEqual(['default']);
});

test.each([
  [['create'], /NAME is missing/],
  [['create', 'a b'], /NAME is "a b"/],
  [['create', 'a', '--labels', 'x,'], /--labels has ""/],
  [['create', 'a', '--labels', 'x y'], /--labels has "x y"/],
  [['create', 'plain'], /pool "plain" already/],
  [['rotate', 'none'], /no worker pool "none"/],
  [['revoke', 'none'], /no worker pool "none"/],
])('refuses pools %j', async (words, message) => {
  await expect(run('pools', ...words)).rejects.toThrow(message);
});

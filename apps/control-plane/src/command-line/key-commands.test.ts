import { expect, test } from '@jest/globals';
import { createRunner } from '../testing/run-commands.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const run = createRunner(app);

test('creates a key that opens the account until it expires or is revoked', async () => {
  await run('accounts', 'create', 'Keys');
  const options = ['--account', 'Keys'];
  const made = await run('keys', 'create', 'ci', ...options, '--expires-in-days', '2');
  const { account_id, api_key, api_key_id, expires_at } = made;
  const { findOwner } = app.dependencies.apiKeys;
  expect((await findOwner(String(api_key)))?.accountId).toBe(account_id);
  const days = (Date.parse(String(expires_at)) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(2, 2);

  const { keys } = await run('keys', 'list', ...options);
  expect(keys).toMatchObject([{ api_key_id, name: 'ci', status: 'valid', expires_at }]);
  expect(JSON.stringify(keys)).not.toContain(String(api_key));
  const revoked = await run('keys', 'revoke', String(api_key_id), ...options);
  expect(revoked).toMatchObject({ api_key_id, status: 'revoked' });
  expect(await findOwner(String(api_key))).toBeUndefined();
});

test('creates a key with some scopes and an expiry date', async () => {
  await run('accounts', 'create', 'Scoped');
  const options = ['--account', 'Scoped'];
  const make = (...more: string[]) => run('keys', 'create', 'erp', ...options, ...more);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const made = await make('--scopes', 'read, submit', '--expires', soon);
  expect(made).toMatchObject({ scopes: ['read', 'submit'], expires_at: soon });
  const owner = await app.dependencies.apiKeys.findOwner(String(made['api_key']));
  expect(owner).toMatchObject({ scopes: ['read', 'submit'], expiresSoonAt: new Date(soon) });
  const { keys } = await run('keys', 'list', ...options);
  expect(keys).toMatchObject([{ scopes: ['read', 'submit'], expires_soon: true }]);

  await expect(make('--scopes', 'read,write')).rejects.toThrow(
    /"write": specify some of read, submit/,
  );
  await expect(make('--expires', '2020-01-01')).rejects.toThrow(
    /"2020-01-01": specify a future time/,
  );
  await expect(make('--expires', 'May')).rejects.toThrow(/"May": specify a future time/);
  await expect(make('--expires', soon, '--expires-in-days', '2')).rejects.toThrow(/one of them/);
});

test('reports an unknown key by its id', async () => {
  const failed = run('keys', 'revoke', 'none', '--account', 'owner');
  await expect(failed).rejects.toThrow('There is no API key with the id "none".');
});

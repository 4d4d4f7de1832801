import { expect, test } from '@jest/globals';
import { createRunner } from '../testing/run-commands.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const run = createRunner(app);

test('grants an account vault secrets once, lists the grant and revokes it', async () => {
  await run('accounts', 'create', 'Granted');
  const options = ['--provider', 'onepassword', '--vault', 'Suppliers', '--item', 'Portal*'];
  const origins = ['--origin', 'https://Portal.example:443/', '--origin', 'https://*.acme.example'];
  const made = await run('secrets', 'grant', 'Granted', ...options, ...origins);
  expect(made).toMatchObject({
    account: 'Granted',
    provider: 'onepassword',
    vault: 'Suppliers',
    item: 'Portal*',
    origins: ['https://*.acme.example', 'https://portal.example'],
    created: true,
  });
  const { created: _, ...grant } = made;
  const again = await run('secrets', 'grant', 'Granted', ...origins, ...options);
  expect(again).toEqual({ ...grant, created: false });
  expect(await run('secrets', 'grants', '--account', 'Granted')).toEqual({ grants: [grant] });
  expect(await run('secrets', 'grants')).toEqual({ grants: [grant] });

  const id = String(grant['grant_id']);
  expect(await run('secrets', 'revoke', id)).toEqual({ ...grant, revoked: true });
  expect(await run('secrets', 'grants')).toEqual({ grants: [] });
  await expect(run('secrets', 'revoke', id)).rejects.toThrow(`There is no grant "${id}"`);
  await expect(run('secrets', 'revoke', 'x')).rejects.toThrow('There is no grant "x"');
});

test.each([
  [
    ['--provider', 'vault'],
    '--provider is "vault": specify one of onepassword, aws_secrets_manager.',
  ],
  [['--vault', ' '], 'vault is " "'],
  [['--item', 'a\nb'], String.raw`item is "a\nb"`],
  [['--origin', '*'], 'origin is "*": specify only scheme and host'],
  [['--origin', 'https://*'], 'origin is "https://*"'],
  [['--origin', 'https://*.com'], 'origin is "https://*.com"'],
  [['--origin', 'https://a*.acme.example'], 'origin is "https://a*.acme.example"'],
  [['--origin', 'https://portal.example/login'], 'origin is "https://portal.example/login"'],
  [['--origin', 'https://portal.example@evil.example'], 'origin is "https://portal.example@evil'],
  [['--origin', 'null'], 'origin is "null"'],
  [['--origin', 'file:///etc'], 'origin is "file:///etc"'],
])('refuses a grant with %j', async (wrong, message) => {
  await run('accounts', 'create', 'Refused');
  const right = ['--provider', 'onepassword', '--vault', 'v', '--item', 'i'];
  const all = ['secrets', 'grant', 'Refused', ...right, '--origin', 'https://a.example', ...wrong];
  await expect(run(...all)).rejects.toThrow(message);
  expect(await run('secrets', 'grants', '--account', 'Refused')).toEqual({ grants: [] });
});

test('refuses a grant without an origin, an item or an account', async () => {
  await run('accounts', 'create', 'Nothing');
  const grant = (...more: string[]) =>
    run(
      'secrets',
      'grant',
      ...more,
      '--provider',
      'aws_secrets_manager',
      '--vault',
      'eu-central-1',
    );
  await expect(grant('Nothing', '--item', 'i')).rejects.toThrow('origin is given 0 times');
  await expect(grant('Nothing', '--origin', 'https://a.example')).rejects.toThrow(
    '--item is missing',
  );
  await expect(grant('--item', 'i')).rejects.toThrow('ACCOUNT is missing');
  await expect(grant('Nobody', '--item', 'i')).rejects.toThrow('There is no account "Nobody"');
});

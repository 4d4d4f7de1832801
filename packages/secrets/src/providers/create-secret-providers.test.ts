import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startConnectServer, startSecretsManagerServer, type VaultServer } from '@errand/test-kit';
import { execFileSync } from 'node:child_process';
import {
  createSecretProviders,
  Secret,
  type SecretCredentials,
  type SecretReference,
} from '../index.ts';

const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const regionName = 'eu-central-1';
const accessKey = { id: 'AKIATEST', secret: 'aws-secret-key' };
const live = new AbortController().signal;

let connect: VaultServer;
let amazon: VaultServer;
let credentials: SecretCredentials;
beforeAll(async () => {
  connect = await startConnectServer({
    token: 'connect-token',
    vaults: {
      Suppliers: {
        'Portal "A&B" #1': {
          password: 'pass word',
          pin: '1890',
          seed,
          twice: 'a',
          'twice#2': 'b',
          empty: '',
        },
      },
      Empty: {},
    },
  });
  amazon = await startSecretsManagerServer({
    accessKey,
    regionName,
    secrets: {
      plain: 'plain value',
      json: JSON.stringify({ password: 'member', port: 5, none: null }),
      binary: new TextEncoder().encode('bytes'),
      seed,
    },
  });
});
beforeEach(() => {
  connect.break(undefined);
  amazon.break(undefined);
  credentials = {
    onepassword: { kind: 'connect', url: connect.url, token: new Secret('token', 'connect-token') },
    amazonSecretsManager: {
      accessKeyId: accessKey.id,
      secretAccessKey: new Secret('key', accessKey.secret),
      endpoint: amazon.url,
    },
  };
});
afterAll(async () => {
  await connect[Symbol.asyncDispose]();
  await amazon[Symbol.asyncDispose]();
});

function resolve(reference: SecretReference, { timeoutMs = 5000, signal = live } = {}) {
  const providers = createSecretProviders({ timeoutMs });
  return providers.resolve(reference, { name: 'password[0]', credentials, signal });
}

function inVault(more: Partial<Extract<SecretReference, { kind: 'onepassword' }>> = {}) {
  const place = { vaultName: 'Suppliers', itemName: 'Portal "A&B" #1', fieldName: 'password' };
  return { kind: 'onepassword', ...place, ...more } as const;
}

function inAmazon(secretName: string, key?: string) {
  return { kind: 'amazon-secrets-manager', secretName, regionName, key } as const;
}

// proves service: 1Password: field; AWS Secrets Manager: secret
// proves field: parameters.secure_parameters.onepassword.vault_name
// proves field: parameters.secure_parameters.onepassword.item_name
// proves field: parameters.secure_parameters.onepassword.field_name
// proves field: parameters.secure_parameters.amazon_secrets_manager.secret_name
// proves field: parameters.secure_parameters.amazon_secrets_manager.region_name
// proves field: parameters.secure_parameters.amazon_secrets_manager.key
test.each<[string, SecretReference, string]>([
  ['a field of 1Password, with any character in its names', inVault(), 'pass word'],
  ['a text of AWS', inAmazon('plain'), 'plain value'],
  ['a member of an AWS secret', inAmazon('json', 'password'), 'member'],
  ['a numeric member of an AWS secret', inAmazon('json', 'port'), '5'],
  ['bytes of AWS', inAmazon('binary'), 'bytes'],
])('reads %s', async (_what, reference, value) => {
  const { secret, expiresAt } = await resolve(reference);

  expect(secret.reveal()).toBe(value);
  expect(String(secret)).toBe('[secret password[0]]');
  expect(expiresAt).toBeNull();
});

test.each<[string, SecretReference]>([
  ['1Password', inVault({ fieldName: 'seed', codeDigits: 6 })],
  ['AWS', { ...inAmazon('seed'), codeDigits: 6 }],
  ['the reference itself', { kind: 'totp', seed, codeDigits: 6 }],
])(
  'makes the same code as oathtool from a seed of %s, and returns when it expires',
  async (_w, source) => {
    const { secret, expiresAt } = await resolve(source);
    const startedAt = new Date(Number(expiresAt) - 30_000);

    const arguments_ = ['--totp', '-b', '-d', '6', '-N', startedAt.toISOString(), seed];
    const expected = execFileSync('oathtool', arguments_, { encoding: 'utf8', env: { TZ: 'UTC' } });
    expect(secret.reveal()).toBe(expected.trim());
    expect(Number(expiresAt) - Date.now()).toBeGreaterThan(-1000);
    expect(Number(expiresAt) - Date.now()).toBeLessThanOrEqual(30_000);
  },
);

test.each<[string, SecretReference, string]>([
  [
    'no such vault',
    inVault({ vaultName: 'Nowhere' }),
    'the vault "Nowhere" of 1Password does not exist, or the Connect token may not see it. Or no Connect server has this address: check ONEPASSWORD_CONNECT_URL, or the connect_url',
  ],
  [
    'no such item',
    inVault({ vaultName: 'Empty' }),
    'the item "Portal "A&B" #1" in the vault "Empty" of 1Password does not exist',
  ],
  ['no such field', inVault({ fieldName: 'user' }), 'there is no field "user" in the item'],
  ['two such fields', inVault({ fieldName: 'twice' }), 'there are 2 of the field "twice"'],
  ['an empty field', inVault({ fieldName: 'empty' }), 'the field "empty" in the item'],
  [
    'a field that is not a seed',
    inVault({ fieldName: 'pin', codeDigits: 6 }),
    'its value is not a seed',
  ],
  ['no such secret', inAmazon('missing'), 'the secret "missing" of AWS Secrets Manager in eu-c'],
  ['no such key', inAmazon('json', 'user'), 'has no text at its key "user"'],
  ['a key that is null', inAmazon('json', 'none'), 'has no text at its key "none"'],
  ['a key of a secret that is not an object', inAmazon('plain', 'user'), 'is not a JSON object'],
])('reports %s', async (_what, reference, reason) => {
  const error = await resolve(reference).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({
    code: 'secret-unavailable',
    message: expect.stringContaining(`The secret password[0] could not be read: `),
  });
  expect(String(error)).toContain(reason);
  expect(String(error)).not.toMatch(/pass word|plain value|member/);
});

// proves service: 1Password: status; AWS Secrets Manager: status
test.each<[string, SecretReference, () => VaultServer]>([
  ['1Password Connect', inVault(), () => connect],
  ['AWS', inAmazon('plain'), () => amazon],
])('names the status when %s is broken', async (_what, reference, server) => {
  server().break(500);

  await expect(resolve(reference)).rejects.toThrow('responded with status 500');
});

// proves service: 1Password: timeout; AWS Secrets Manager: timeout
test.each<[string, SecretReference, () => VaultServer]>([
  ['1Password Connect', inVault(), () => connect],
  ['AWS', inAmazon('plain'), () => amazon],
])('does not wait for %s forever', async (_what, reference, server) => {
  server().break('silence');

  await expect(resolve(reference, { timeoutMs: 300 })).rejects.toThrow(
    'its vault did not respond within 0.3 s.',
  );
});

test('stops the request when it is no longer awaited', async () => {
  connect.break('silence');
  const over = new AbortController();
  const reason = new Error('the task is over');
  const asked = resolve(inVault(), { signal: over.signal });
  over.abort(reason);

  await expect(asked).rejects.toBe(reason);
});

test('names the missing or wrong setting', async () => {
  credentials = {};
  await expect(resolve(inVault())).rejects.toThrow('ONEPASSWORD_CONNECT_URL');
  await expect(resolve(inAmazon('plain'))).rejects.toThrow('AWS_ACCESS_KEY_ID');

  const token = new Secret('token', 'wrong');
  credentials = {
    onepassword: { kind: 'connect', url: connect.url, token },
    amazonSecretsManager: {
      accessKeyId: accessKey.id,
      secretAccessKey: token,
      endpoint: amazon.url,
    },
  };
  await expect(resolve(inVault())).rejects.toThrow(
    'responded with status 401 for the vault "Suppliers"',
  );
  await expect(resolve(inAmazon('plain'))).rejects.toThrow('AWS does not accept AWS_ACCESS_KEY_ID');

  credentials = { onepassword: { kind: 'service-account', token } };
  await expect(resolve(inVault({ itemName: 'Portal' }))).rejects.toThrow(
    '1Password does not accept OP_SERVICE_ACCOUNT_TOKEN',
  );
  // In an op:// address, these characters would name another location, or a property of the field.
  for (const mark of ['/', '?', '#', '%']) {
    await expect(resolve(inVault({ itemName: `Portal${mark}x` }))).rejects.toThrow(
      `has a "${mark}" in its name, which a service account cannot request`,
    );
  }
});

test('says when the address of the Connect server belongs to another server', async () => {
  await using other = createServer((_request, response) => response.end('<h1>Sign in</h1>'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const token = new Secret('token', 'connect-token');
  credentials = { onepassword: { kind: 'connect', url: `http://127.0.0.1:${port}`, token } };
  await expect(resolve(inVault())).rejects.toThrow('is not JSON, so it is not from a Connect');
});

test('reports an unreachable Connect server', async () => {
  const token = new Secret('token', 'connect-token');
  credentials = { onepassword: { kind: 'connect', url: 'http://127.0.0.1:1', token } };

  await expect(resolve(inVault())).rejects.toThrow('the Connect server could not be reached');
});

import { expect, test } from '@jest/globals';
import { createStreamKeys } from '@errand/stream-ticket';
import { loadConfig } from './config.ts';

const required = {
  DATABASE_URL: 'postgresql://errand@localhost/errand',
  WORKER_TOKEN: 'w'.repeat(32),
  SEALING_KEYS: `first:${Buffer.alloc(32, 7).toString('base64')}`,
};
const local = { STORAGE_DIRECTORY: '/tmp/files', STORAGE_SIGNING_KEY: 's'.repeat(32) };
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
};

const originsOf = (env: NodeJS.ProcessEnv) =>
  loadConfig({ ...required, ...local, ...env }).corsOrigins;

test('lets pages on this machine call the API in development only', () => {
  expect(originsOf({})).toEqual([]);
  expect(originsOf({ NODE_ENV: 'development' })).toEqual(['loopback']);
  const own = { CORS_ORIGINS: 'https://shop.example, loopback', NODE_ENV: 'development' };
  expect(originsOf(own)).toEqual(['https://shop.example', 'loopback']);
});

test('fills in defaults', () => {
  const config = loadConfig({ ...required, ...local });
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    leaseSeconds: 9,
    allowPrivateAddresses: false,
    validateResponses: false,
    downloadUrlExpirySeconds: 3_600,
    storage: { kind: 'local', directory: '/tmp/files' },
  });
});

test('names all missing secrets at once', () => {
  expect(() => loadConfig({})).toThrow(/DATABASE_URL[^]*SEALING_KEYS/);
});

test('requires exactly one store for files', () => {
  expect(() => loadConfig(required)).toThrow(/either STORAGE_DIRECTORY or S3_ENDPOINT/);
  expect(() => loadConfig({ ...required, ...local, ...s3 })).toThrow(/exactly one store/);
  expect(loadConfig({ ...required, ...s3 }).storage).toMatchObject({ kind: 's3', bucket: 'files' });
});

test('requires a public URL when it listens on all addresses', () => {
  const settings = { ...required, ...local, HOST: '0.0.0.0' };
  expect(() => loadConfig(settings)).toThrow(/PUBLIC_URL/);
  const publicUrl = 'https://errand.example';
  expect(loadConfig({ ...settings, PUBLIC_URL: publicUrl }).publicUrl).toBe(publicUrl);
});

test('names the missing settings of the chosen store', () => {
  const settings = { ...required, S3_ENDPOINT: s3.S3_ENDPOINT };
  expect(() => loadConfig(settings)).toThrow(/S3_BUCKET[^]*S3_ACCESS_KEY[^]*S3_SECRET_KEY/);
  expect(() => loadConfig({ ...required, STORAGE_DIRECTORY: '/tmp' })).toThrow(
    /STORAGE_SIGNING_KEY/,
  );
});

test('never shows a sealing key that it rejects', () => {
  const secret = Buffer.alloc(16, 7).toString('base64');
  const load = () => loadConfig({ ...required, ...local, SEALING_KEYS: `first:${secret}` });
  expect(load).toThrow(/SEALING_KEYS/);
  expect(load).not.toThrow(secret);
});

const streamKeys = createStreamKeys('one');
const live = {
  STREAM_PUBLIC_URL: 'wss://stream.example/live',
  STREAM_SIGNING_KEYS: streamKeys.signing,
  GATEWAY_TOKEN: 'g'.repeat(32),
};

test('requires all settings of the live view, or none', () => {
  const settings = { ...required, ...local };
  expect(loadConfig(settings).liveView).toBeUndefined();
  expect(loadConfig({ ...settings, GATEWAY_TOKEN: live.GATEWAY_TOKEN }).liveView).toBeUndefined();
  expect(loadConfig({ ...settings, ...live })).toMatchObject({
    gatewayToken: live.GATEWAY_TOKEN,
    liveView: { streamPublicUrl: live.STREAM_PUBLIC_URL, streamSigningKeys: [{ id: 'one' }] },
  });
  for (const name of ['STREAM_PUBLIC_URL', 'STREAM_SIGNING_KEYS', 'GATEWAY_TOKEN']) {
    expect(() => loadConfig({ ...settings, ...live, [name]: '' })).toThrow(
      `${name}: The live view needs`,
    );
  }
});

test.each([
  ['STREAM_PUBLIC_URL', 'https://stream.example'],
  ['STREAM_PUBLIC_URL', 'wss://stream.example?a=b'],
  ['STREAM_SIGNING_KEYS', streamKeys.verifying],
  ['GATEWAY_TOKEN', 'short'],
])('refuses %s %s', (name, value) => {
  expect(() => loadConfig({ ...required, ...local, ...live, [name]: value })).toThrow(name);
});

const load = (more: object) => loadConfig({ ...required, ...local, ...more });

test('behaves as in production unless development is enabled', () => {
  const production = {
    rateLimitPerMinute: 6_000,
    addressRateLimitPerMinute: 30_000,
    failedKeysPerMinute: 60,
    validateResponses: false,
    trustedProxies: [],
  };
  expect(load({ NODE_ENV: undefined })).toMatchObject(production);
  expect(load({ NODE_ENV: 'production' })).toMatchObject(production);
  expect(load({ VALIDATE_RESPONSES: 'true' }).validateResponses).toBe(true);
  expect(load({ RATE_LIMIT_PER_MINUTE: '0' }).rateLimitPerMinute).toBeUndefined();
  expect(load({ NODE_ENV: 'development' })).toMatchObject({
    rateLimitPerMinute: undefined,
    addressRateLimitPerMinute: undefined,
    failedKeysPerMinute: undefined,
    validateResponses: true,
  });
});

test('accepts only addresses, networks and names of proxies', () => {
  const TRUSTED_PROXIES = 'loopback, 10.0.0.0/8,fd00::/8,192.0.2.7';
  expect(load({ TRUSTED_PROXIES }).trustedProxies).toHaveLength(4);
  expect(() => load({ TRUSTED_PROXIES: 'true' })).toThrow('TRUSTED_PROXIES');
});

test('accepts exactly one complete way to connect to 1Password', () => {
  const url = 'http://connect.example:8080';
  const connect = { ONEPASSWORD_CONNECT_URL: url, ONEPASSWORD_CONNECT_TOKEN: 'connect-token' };
  const service = { OP_SERVICE_ACCOUNT_TOKEN: 'service-token' };

  expect(load({}).secretCredentials.onepassword).toBeUndefined();
  expect(load(connect).secretCredentials.onepassword).toMatchObject({ kind: 'connect', url });
  expect(load(service).secretCredentials.onepassword).toMatchObject({ kind: 'service-account' });
  expect(JSON.stringify(load({ ...connect }))).not.toContain('connect-token');
  expect(() => load({ ONEPASSWORD_CONNECT_URL: url })).toThrow(
    /ONEPASSWORD_CONNECT_TOKEN: Set both ONEPASSWORD_CONNECT_URL and \w+, or neither/,
  );
  expect(() => load({ ...connect, ...service })).toThrow(/Set either OP_SERVICE_ACCOUNT_TOKEN or/);
});

test('requires a complete access key for AWS, and accepts the endpoint only with it', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'aws-secret' };
  const endpoint = { AWS_SECRETS_MANAGER_ENDPOINT: 'http://127.0.0.1:1' };

  expect(load({ ...keys, ...endpoint }).secretCredentials.amazonSecretsManager).toMatchObject({
    accessKeyId: 'AKIA',
    endpoint: 'http://127.0.0.1:1',
  });
  expect(JSON.stringify(load(keys))).not.toContain('aws-secret');
  expect(() => load({ AWS_ACCESS_KEY_ID: 'AKIA' })).toThrow(/AWS_SECRET_ACCESS_KEY, or neither/);
  expect(() => load(endpoint)).toThrow(/AWS_SECRETS_MANAGER_ENDPOINT needs AWS_ACCESS_KEY_ID/);
});

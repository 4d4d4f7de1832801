import { createStreamKeys } from '@errand/stream-ticket';
import { expect, test } from '@jest/globals';
import { loadConfig } from './config.ts';

const required = {
  CONTROL_PLANE_URL: 'http://127.0.0.1:8080',
  GATEWAY_TOKEN: 'a token of at least thirty-two characters',
  STREAM_VERIFYING_KEYS: createStreamKeys('first').verifying,
};

test('requires three settings and has defaults for the others', () => {
  const config = loadConfig(required);
  expect(config).toMatchObject({
    port: 8081,
    limits: {
      viewersPerTask: 200,
      viewersPerAccount: 500,
      viewers: 5_000,
      connectsPerSecond: 200,
    },
    stallMs: 20_000,
    drainMs: 2_000,
    metrics: { port: 8082, host: '127.0.0.1' },
    allowedOrigins: ['http://127.0.0.1:8080'],
    tls: undefined,
  });
  expect(config.gatewayId).toMatch(/^[A-Za-z0-9._-]+-\d+$/);
});

test('names all missing settings', () => {
  expect(() => loadConfig({})).toThrow(
    /CONTROL_PLANE_URL is missing[^]*GATEWAY_TOKEN is missing[^]*STREAM_VERIFYING_KEYS is missing/,
  );
});

test.each([
  [{ STREAM_VERIFYING_KEYS: 'nonsense' }, /STREAM_VERIFYING_KEYS: /],
  [{ STREAM_VERIFYING_KEYS: createStreamKeys('first').signing }, /STREAM_VERIFYING_KEYS: /],
  [{ TLS_CERT_FILE: '/cert.pem' }, /TLS needs TLS_CERT_FILE and TLS_KEY_FILE: specify both/],
  [{ ALLOWED_ORIGINS: 'console.example.com' }, /ALLOWED_ORIGINS/],
  [{ MAX_VIEWERS: '0' }, /MAX_VIEWERS/],
  [{ GATEWAY_TOKEN: 'short' }, /GATEWAY_TOKEN/],
])('refuses %o', (settings, message) => {
  expect(() => loadConfig({ ...required, ...settings })).toThrow(message);
});

test('accepts several keys and origins', () => {
  const keys = ['new', 'old'].map((id) => createStreamKeys(id).verifying).join(',');
  const origins = 'https://one.example.com, http://localhost:8080';
  const config = loadConfig({ ...required, STREAM_VERIFYING_KEYS: keys, ALLOWED_ORIGINS: origins });
  expect(config.verifyingKeys.map(({ id }) => id)).toEqual(['new', 'old']);
  expect(config.allowedOrigins).toEqual(['https://one.example.com', 'http://localhost:8080']);
});

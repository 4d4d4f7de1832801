import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSettings } from './choose-settings.ts';

test('passes each app the settings it knows, and reports their names without values', () => {
  const { apps, report } = chooseSettings({
    CORS_ORIGINS: 'https://shop.example',
    ADMIN_TOKEN: 'a'.repeat(32),
    RECORD_SESSIONS: 'true',
    LOG_LEVEL: 'debug',
    MAX_VIEWERS: '7',
    METRICS_PORT: '9100',
    LOCAL_QUEUE_LIMIT: '3',
    SMTP_URL: '',
    PATH: '/usr/bin',
  });
  expect(apps).toEqual({
    'control-plane': {
      CORS_ORIGINS: 'https://shop.example',
      ADMIN_TOKEN: 'a'.repeat(32),
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9100',
    },
    'stream-gateway': { LOG_LEVEL: 'debug', MAX_VIEWERS: '7' },
    worker: { RECORD_SESSIONS: 'true', LOG_LEVEL: 'debug' },
    'local-inference': { RECORD_SESSIONS: 'true', LOG_LEVEL: 'debug', LOCAL_QUEUE_LIMIT: '3' },
  });
  expect(report).toEqual([
    'Settings from the environment: ADMIN_TOKEN, CORS_ORIGINS, LOCAL_QUEUE_LIMIT, LOG_LEVEL, MAX_VIEWERS, METRICS_PORT, RECORD_SESSIONS.',
  ]);
});

test('reports settings that npm start overrides, and never passes on ports and database', () => {
  const { apps, report } = chooseSettings({
    WORKER_TOKEN: 'w'.repeat(32),
    PORT: '1234',
    WORKER_PORT: '9083',
    DATABASE_URL: 'postgresql://localhost/errand',
  });
  expect(Object.values(apps)).toEqual([{}, {}, {}, {}]);
  expect(report).toEqual([
    'Not taken from the environment, because npm start sets it itself: PORT, WORKER_TOKEN.',
  ]);
});

test('reads settings from files, except those that it sets itself', () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-start-'));
  const file = join(directory, 'value');
  writeFileSync(file, 'a value of a file\n');
  const { apps, environment, report } = chooseSettings({
    SMTP_URL_FILE: file,
    DATABASE_URL_FILE: file,
    WORKER_TOKEN_FILE: '/nowhere',
    LLM_PRICES_FILE: '/prices.json',
  });
  rmSync(directory, { recursive: true });
  expect(apps).toEqual({
    'control-plane': { SMTP_URL: 'a value of a file' },
    'stream-gateway': {},
    worker: { LLM_PRICES_FILE: '/prices.json' },
    'local-inference': { LLM_PRICES_FILE: '/prices.json' },
  });
  expect(environment['DATABASE_URL']).toBe('a value of a file');
  expect(report).toEqual([
    'Settings from the environment: LLM_PRICES_FILE, SMTP_URL_FILE.',
    'Not taken from the environment, because npm start sets it itself: WORKER_TOKEN_FILE.',
  ]);
  const both = { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: file };
  expect(() => chooseSettings(both)).toThrow(/SMTP_URL is set, and so is SMTP_URL_FILE/);
});

test.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['RECORD_SESSION', 'RECORD_SESSIONS'],
  ['SMPT_URL', 'SMTP_URL'],
  ['ERRAND_ADMIN_TOKEN', 'ADMIN_TOKEN'],
  ['ADMIN_TOKENS_FILE', 'ADMIN_TOKEN_FILE'],
])('says what %s may have meant', (name, meant) => {
  expect(chooseSettings({ [name]: 'x' }).report).toEqual([
    `There is no setting ${name}, so it has no effect. Did you mean ${meant}?`,
  ]);
});

test('reports that an unknown ERRAND_ setting has no effect', () => {
  expect(chooseSettings({ ERRAND_QQQQQQQQQQQQ: 'x' }).report).toEqual([
    'There is no setting ERRAND_QQQQQQQQQQQQ, so it has no effect. apps/*/.env.example list all settings.',
  ]);
});

test('ignores the variables of other programs', () => {
  const names = ['HOME', 'PATH', 'DISPLAY', 'HOSTNAME', 'LANGUAGE', 'NODE_OPTIONS', 'DOCKER_HOST'];
  const others = ['SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR', 'AWS_REGION', 'AWS_PROFILE', 'GITHUB_TOKEN'];
  const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'AWS_CONFIG_FILE', 'PGPASSFILE'];
  const environment = Object.fromEntries(
    [...names, ...others, ...files].map((name) => [name, 'x']),
  );
  expect(chooseSettings(environment).report).toEqual([]);
});

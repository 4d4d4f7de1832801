import { expect, test } from '@jest/globals';
import { chooseSettings } from './choose-settings.ts';

test('passes each app the settings it knows, and reports their names without values', () => {
  const { apps, report } = chooseSettings({
    CORS_ORIGINS: 'https://shop.example',
    ADMIN_TOKEN: 'a'.repeat(32),
    RECORD_SESSIONS: 'true',
    LOG_LEVEL: 'debug',
    MAX_VIEWERS: '7',
    LOCAL_QUEUE_LIMIT: '3',
    SMTP_URL: '',
    PATH: '/usr/bin',
  });
  expect(apps).toEqual({
    'control-plane': {
      CORS_ORIGINS: 'https://shop.example',
      ADMIN_TOKEN: 'a'.repeat(32),
      LOG_LEVEL: 'debug',
    },
    'stream-gateway': { LOG_LEVEL: 'debug', MAX_VIEWERS: '7' },
    worker: { RECORD_SESSIONS: 'true', LOG_LEVEL: 'debug' },
    'local-inference': { RECORD_SESSIONS: 'true', LOG_LEVEL: 'debug', LOCAL_QUEUE_LIMIT: '3' },
  });
  expect(report).toEqual([
    'Settings from the environment: ADMIN_TOKEN, CORS_ORIGINS, LOCAL_QUEUE_LIMIT, LOG_LEVEL, MAX_VIEWERS, RECORD_SESSIONS.',
  ]);
});

test('reports settings that npm start chooses, and keeps ports and database for itself', () => {
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

test.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['RECORD_SESSION', 'RECORD_SESSIONS'],
  ['SMPT_URL', 'SMTP_URL'],
  ['ERRAND_ADMIN_TOKEN', 'ADMIN_TOKEN'],
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
  const environment = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
  expect(chooseSettings(environment).report).toEqual([]);
});

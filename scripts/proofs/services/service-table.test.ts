import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readServiceTable } from './service-table.ts';

const expected: Readonly<Record<string, readonly string[]>> = {
  '1Password': ['field', 'status', 'timeout', 'own account'],
  'AWS Secrets Manager': ['secret', 'status', 'timeout', 'own account'],
  TOTP: ['RFC 6238', 'seed in an automation'],
  mailbox: ['TLS', 'STARTTLS', 'window', 'broken mail', 'hostile server', 'login', 'end to end'],
  Slack: ['channel', 'refusal'],
  SMS: ['numbers', 'refusal'],
  proxy: ['HTTP', 'login', 'refusal', 'hostile site', 'provider', 'end to end'],
  captcha: ['grid', 'text', 'unsolved', 'redrawn'],
};

test('has a proof of every feature of every service', () => {
  const rows = readServiceTable(fileURLToPath(new URL('../../../', import.meta.url)));
  const keys = rows.map(({ service, feature }) => `${service}: ${feature}`);
  const wanted = Object.entries(expected).flatMap(([service, features]) =>
    features.map((feature) => `${service}: ${feature}`),
  );
  expect(keys.toSorted()).toEqual(wanted.toSorted());
});

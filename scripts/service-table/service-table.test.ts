import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readServiceTable } from './service-table.ts';

const expected: Readonly<Record<string, readonly string[]>> = {
  '1Password': ['field', 'status', 'time-out', 'own account'],
  'AWS Secrets Manager': ['secret', 'status', 'time-out', 'own account'],
  TOTP: ['RFC 6238', 'seed in an automation'],
  mailbox: ['TLS', 'STARTTLS', 'window', 'broken mail', 'hostile server', 'login', 'whole way'],
  Slack: ['channel', 'refusal'],
  SMS: ['numbers', 'refusal'],
  proxy: ['HTTP', 'login', 'refusal', 'hostile site', 'provider', 'whole way'],
  captcha: ['grid', 'text', 'unsolved', 'drawn anew'],
};

test('has a proof of every feature of every service', () => {
  const rows = readServiceTable(fileURLToPath(new URL('../../', import.meta.url)));
  const keys = rows.map(({ service, feature }) => `${service}: ${feature}`);
  const wanted = Object.entries(expected).flatMap(([service, features]) =>
    features.map((feature) => `${service}: ${feature}`),
  );
  expect(keys.toSorted()).toEqual(wanted.toSorted());
});

import { expect, test } from '@jest/globals';
import { readChange, readIntegration } from './integration-fields.ts';

test('a change repeats settings that the form does not show, and keeps a secret left empty', () => {
  const settings = {
    email_address: 'codes@acme.example',
    host: 'imap.acme.example',
    port: 993,
    security: 'starttls' as const,
    username: 'codes',
  };
  // The form leaves out empty fields.
  const texts = {
    name: 'Codes',
    email_address: 'new@acme.example',
    host: 'mail.example',
    port: '143',
  };
  expect(readChange({ kind: 'mailbox', settings }, texts)).toEqual({
    name: 'Codes',
    mailbox: {
      email_address: 'new@acme.example',
      host: 'mail.example',
      port: 143,
      security: 'starttls',
    },
  });
});

test('an integration has the members of its kind only', () => {
  const texts = { name: 'Vault', token: 'secret', host: 'of another kind' };
  expect(readIntegration('onepassword', texts)).toEqual({
    name: 'Vault',
    onepassword: { token: 'secret' },
  });
});

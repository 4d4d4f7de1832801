import { createEgressGuard } from '@errand/egress-guard';
import { type ImapServer, startImapServer } from '@errand/test-kit/imap-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Mailbox } from './mailbox.ts';
import { readMailbox } from './read-mailbox.ts';

const address = 'codes@acme.example';
const egress = createEgressGuard({ allowPrivateAddresses: true });
const base = Date.parse('2026-03-02T09:00:00Z');
const at = (seconds: number) => new Date(base + seconds * 1000);
const search = { sender: 'portal@supplier.example', receiver: address };
const systemAuthorities = getCACertificates('default');

let server: ImapServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startImapServer({ [address]: 'secret', 'empty@acme.example': 'secret' });
  setDefaultCACertificates([...systemAuthorities, server.authority]);
  const place = { host: 'localhost', port: server.imapsPort, security: 'tls' } as const;
  mailbox = { emailAddress: address, ...place, username: address, password: 'secret' };
  const client = new ImapFlow({
    host: 'localhost',
    port: server.imapsPort,
    secure: true,
    auth: { user: address, pass: 'secret' },
    logger: false,
  });
  await client.connect();
  for (const [name, seconds, lines] of mails) {
    const source = [`Message-ID: <${name}@supplier.example>`, ...lines].join('\r\n');
    await client.append('INBOX', source, [], at(seconds));
  }
  await client.logout();
});
afterAll(async () => {
  setDefaultCACertificates(systemAuthorities);
  await server?.[Symbol.asyncDispose]();
});

const usual = [
  'From: Portal <Portal@Supplier.example>',
  `To: ${address}`,
  'Subject: Your code',
  '',
];
const mails: readonly [string, number, readonly string[]][] = [
  ['before', -10, [...usual, 'Code 111111']],
  ['first', 0, [...usual, 'Code 222222']],
  [
    'html',
    60,
    [
      'From: portal@supplier.example',
      `To: Codes <${address}>`,
      'Subject: =?utf-8?Q?Best=C3=A4tigung?=',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>Ihr Code: <b>333333</b></p>').toString('base64'),
    ],
  ],
  ['other-sender', 70, ['From: portal@supplier.example.evil', ...usual.slice(1), 'Code 444444']],
  ['other-receiver', 80, [usual[0] ?? '', 'To: boss@acme.example', 'Subject: x', '', '555555']],
  [
    'forwarded',
    90,
    [
      usual[0] ?? '',
      'To: list@acme.example',
      `Delivered-To: ${address}`,
      'Subject: x',
      '',
      '666666',
    ],
  ],
  ['after', 200, [...usual, 'Code 777777']],
];

function read(changes: Partial<Mailbox> = {}, more: Partial<typeof search> = {}) {
  const window = { since: new Date(base + 900), until: at(100) };
  const signal = AbortSignal.timeout(10_000);
  const wanted = { ...search, ...more };
  return readMailbox({ ...mailbox, ...changes }, wanted, { window, signal, egress });
}

test('reads the mails of the window, sender and receiver, newest first', async () => {
  const messages = await read();

  expect(messages.map(({ messageId, receivedAt }) => [messageId, receivedAt])).toEqual([
    ['<forwarded@supplier.example>', at(90)],
    ['<html@supplier.example>', at(60)],
    ['<first@supplier.example>', at(0)],
  ]);
  expect(messages[1]?.text).toBe('Bestätigung\nIhr Code: 333333');
  // They are as unread as before.
  expect(await read()).toEqual(messages);
});

test('reads by STARTTLS, too, and nothing where nothing is', async () => {
  const starttls = { security: 'starttls', port: server.imapPort } as const;
  expect(await read(starttls)).toHaveLength(3);
  expect(await read({ ...starttls, username: 'empty@acme.example' })).toEqual([]);
});

test.each([
  [{ password: 'wrong' }, /^The mailbox codes@acme\.example cannot be read: localhost refused/],
  [{ host: '127.0.0.1' }, /127\.0\.0\.1 could not be called \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
  [{ port: 1 }, /localhost could not be called \(ECONNREFUSED\)\. Check host, port and security/],
  [{ host: 'nowhere.invalid' }, /nowhere\.invalid could not be called \(egress_failed\)/],
])('says why a mailbox cannot be read: %j', async (changes, reason) => {
  const failed = read(changes);
  await expect(failed).rejects.toMatchObject({ code: 'messages-unavailable' });
  await expect(failed).rejects.toThrow(reason);
});

test('trusts no unknown authority, and sends no password without TLS', async () => {
  setDefaultCACertificates(systemAuthorities);
  await expect(read()).rejects.toThrow(/could not be called \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  await expect(read({ security: 'starttls', port: server.imapPort })).rejects.toThrow(
    /could not be called/,
  );
  setDefaultCACertificates([...systemAuthorities, server.authority]);
});

test('calls no private address unless the operator allows it', async () => {
  const closed = createEgressGuard({ allowPrivateAddresses: false });
  const window = { since: at(0), until: at(1) };
  const signal = AbortSignal.timeout(10_000);
  await expect(readMailbox(mailbox, search, { window, signal, egress: closed })).rejects.toThrow(
    /cannot be read: The request was refused by the egress rule "address"/,
  );
});

test('ends with the signal', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'));
  const window = { since: at(0), until: at(1) };
  await expect(readMailbox(mailbox, search, { window, signal, egress })).rejects.toThrow(
    'cancelled',
  );
});

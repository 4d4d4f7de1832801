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
  server = await startImapServer({
    [address]: 'secret',
    'empty@acme.example': 'secret',
    'odd@acme.example': 'secret',
  });
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

/** Delivers mail to the second mailbox. */
async function deliver(mails: readonly (readonly string[])[], seconds: number): Promise<void> {
  const client = new ImapFlow({
    host: 'localhost',
    port: server.imapsPort,
    secure: true,
    auth: { user: 'odd@acme.example', pass: 'secret' },
    logger: false,
  });
  await client.connect();
  for (const lines of mails) await client.append('INBOX', lines.join('\r\n'), [], at(seconds));
  await client.logout();
}
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

// proves service: mailbox: TLS; mailbox: window
test('reads the emails that match the time window, sender and receiver, newest first', async () => {
  const messages = await read();

  expect(messages.map(({ receivedAt }) => receivedAt)).toEqual([at(90), at(60), at(0)]);
  expect(messages.map(({ messageId }) => messageId)).toEqual([
    expect.stringMatching(/^\d+-6$/),
    expect.stringMatching(/^\d+-3$/),
    expect.stringMatching(/^\d+-2$/),
  ]);
  expect(messages[1]?.text).toBe('Bestätigung\nIhr Code: 333333');
  // Reading the emails does not mark them as read.
  expect(await read()).toEqual(messages);
});

// proves service: mailbox: STARTTLS
test('reads over STARTTLS, and returns nothing for an empty mailbox', async () => {
  const starttls = { security: 'starttls', port: server.imapPort } as const;
  expect(await read(starttls)).toHaveLength(3);
  expect(await read({ ...starttls, username: 'empty@acme.example' })).toEqual([]);
});

// proves service: mailbox: broken mail
test('continues past broken emails, and past many emails to others', async () => {
  const html = [...usual.slice(0, 3), 'Content-Type: text/html'];
  const boundary = ['Content-Type: multipart/mixed; boundary=b', '', '--b'].join('\r\n');
  const alternative = [
    ...usual.slice(0, 3),
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nYour program shows no HTML.',
    '--b\r\nContent-Type: text/html\r\n\r\n<td>8</td><td>8</td> <p>Code 888888\r\n--b--',
  ];
  await deliver(
    [
      [...html, '', `${'<ul><li>'.repeat(20_000)}Code 111111`],
      [...usual.slice(0, 3), ...Array.from({ length: 2000 }, () => boundary), '', 'Code 222222'],
      [...usual.slice(0, 3), 'Content-Type: text/plain; charset=unheard-of', '', 'Code 333333'],
      alternative,
      ['Message-ID: <same>', ...usual, 'Code 444444'],
      ['Message-ID: <same>', ...usual, 'Code 555555'],
    ],
    10,
  );
  const toOthers = [usual[0] ?? '', 'To: boss@acme.example', ...usual.slice(2), 'Code 666666'];
  await deliver(
    Array.from({ length: 30 }, () => toOthers),
    20,
  );
  const messages = await read({ username: 'odd@acme.example' });
  const texts = messages.map(({ text }) => text).join('\n');
  expect(messages).toHaveLength(6);
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(6);
  for (const code of ['111111', '333333', '444444', '555555', '888888']) {
    expect(texts).toContain(`Code ${code}`);
  }
  expect(texts).toContain('Your program shows no HTML.\n8 8\nCode 888888');
});

test.each([
  [{ password: 'wrong' }, /^The mailbox codes@acme\.example cannot be read: localhost refused/],
  [{ host: '127.0.0.1' }, /127\.0\.0\.1 could not be reached \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
  [{ port: 1 }, /localhost could not be reached \(ECONNREFUSED\)\. Check host, port and security/],
  [{ host: 'nowhere.invalid' }, /nowhere\.invalid could not be reached \(egress_failed\)/],
])('reports why a mailbox cannot be read: %j', async (changes, reason) => {
  const failed = read(changes);
  const retry = 'password' in changes ? 'never' : 'automation';
  await expect(failed).rejects.toMatchObject({ code: 'messages-unavailable', retry });
  await expect(failed).rejects.toThrow(reason);
});

test('rejects unknown authorities, and sends no password without TLS', async () => {
  setDefaultCACertificates(systemAuthorities);
  await expect(read()).rejects.toThrow(/could not be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  await expect(read({ security: 'starttls', port: server.imapPort })).rejects.toThrow(
    /could not be reached/,
  );
  setDefaultCACertificates([...systemAuthorities, server.authority]);
});

test('connects to a private address only if the operator allows it', async () => {
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

import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  claimNow,
  holderOf,
  noResult,
  openStores,
  orderOf,
  type TestStores,
} from '../testing/open-stores.ts';
import { startDeliveries } from '../testing/start-deliveries.ts';
import { startMailServer, type MailServer } from '@errand/test-kit/mail-server';
import { createDeliveryLog } from './delivery-log.ts';
import { createMailSender } from './send-mail.ts';

const from = 'Errand <errand@errand.example>';
const never = new AbortController().signal;
const mail = { deliveryId: 'd-1', to: 'ann@example.com', subject: 'S', text: 'T' };

let stores: TestStores;
let server: MailServer;
let accountId: string;
beforeAll(async () => {
  stores = await openStores();
  server = await startMailServer();
  await startDeliveries(stores, { mail: { smtpUrl: server.url, from } });
});
beforeEach(async () => {
  accountId = await stores.reset();
  server.refused.clear();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
});

test('emails each address of the recording once when a task ends', async () => {
  const addresses = ['ann@example.com', 'bob@example.com', 'ann@example.com'];
  await notify(...addresses);
  const { taskId } = await stores.tasks.submit(accountId, orderOf('secret-login'));
  const failure = { ...noResult, errorClass: 'timeout', message: 'Too slow.' };
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.fail(holder, { ...failure, retry: 'never' });

  const mails = [await server.next(), await server.next()];
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bob@example.com']);
  const deliveries = await delivered(taskId, 2);
  expect(deliveries.map(({ url }) => url).toSorted()).toEqual([
    'mailto:ann@example.com',
    'mailto:bob@example.com',
  ]);
  for (const { source } of mails) {
    expect(source).toMatch(/^From: Errand <errand@errand.example>/m);
    expect(source).toMatch(/^Subject: \[Errand\] order: failed/m);
    expect(source).toContain(`Task: ${taskId}`);
    expect(source).toContain('Error: Too slow.');
    expect(source).not.toContain('secret-login');
    const id = /^Message-ID: <(.+)@errand.example>/m.exec(source)?.[1];
    expect(deliveries.map(({ deliveryId }) => deliveryId)).toContain(id);
  }
});

test('asks for a person once at each address, even if the wait is reported several times', async () => {
  await notify('ann@example.com', 'bob@example.com');
  const { taskId } = await stores.tasks.submit(accountId, orderOf('secret-login'));
  const holder = holderOf(await claimNow(stores.leases));
  const wait = {
    waitId: randomUUID(),
    nodePath: 'nodes[3]',
    pageUrl: 'https://portal.example/secret-page',
    maxWaitSeconds: 60,
  };
  for (let again = 0; again < 3; again += 1) await stores.humanWaits.begin(holder, wait);

  const mails = [await server.next(), await server.next()];
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bob@example.com']);
  const deliveries = await delivered(taskId, 2);
  expect(deliveries).toMatchObject([{ humanWaitId: wait.waitId }, { humanWaitId: wait.waitId }]);
  for (const { source } of mails) {
    expect(source).toMatch(/^Subject: \[Errand\] order: waits for a person/m);
    // Long lines in an email are folded.
    expect(source.replaceAll('=\r\n', '')).toContain(`https://errand.example/live/${taskId}`);
    expect(source).toContain('Step: nodes[3]');
    expect(source).not.toMatch(/secret-/);
  }

  await stores.leases.complete(holder, noResult);
  await Promise.all([server.next(), server.next()]);
  await delivered(taskId, 4);
  const log = createDeliveryLog(stores);
  await log.redeliver(accountId, deliveries[0]?.deliveryId ?? '');
  const { source } = await server.next();
  expect(source).toContain('This task waited for a person until');
  expect(source).not.toContain('/live/');
});

test('gives up on an address that the server rejects permanently, but not on the others', async () => {
  server.refused.set('gone@example.com', 550);
  await notify('gone@example.com', 'ann@example.com');
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.tasks.cancel(accountId, taskId);
  expect((await server.next()).to).toEqual(['ann@example.com']);
  const [gone] = await pollUntil('one failed', async () => {
    const failed = await list(taskId, 'failed');
    return failed.length === 1 ? failed : undefined;
  });
  expect(gone).toMatchObject({
    url: 'mailto:gone@example.com',
    attempts: 1,
    lastStatus: 550,
    lastError: 'The mail server returned 550.',
    lastResponse: expect.stringContaining('No such mailbox'),
  });
});

test('retries later when the mail server is busy or unreachable', async () => {
  server.refused.set('ann@example.com', 451);
  const busy = createMailSender({ smtpUrl: server.url, from });
  expect(await busy(mail, never)).toMatchObject({ status: 451, isRetryable: true });
  const away = createMailSender({ smtpUrl: 'smtp://127.0.0.1:9', from });
  const answer = await away(mail, never);
  expect(answer).toMatchObject({ status: null, isRetryable: true });
  expect(answer.error).toMatch(/could not be used: \w+\./);
});

test.each([
  ['says nothing', ''],
  ['says one line of its greeting after the other', '220-please wait\r\n'],
])('hangs up on a server that %s, and retries later', async (_case, line) => {
  const open = new Set<Socket>();
  await using slow = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    const talk = setInterval(() => socket.write(line), 20);
    socket.on('close', () => clearInterval(talk));
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const { port } = slow.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;

  const waiting = createMailSender({ smtpUrl, from }, { deadlineMs: 300 })(mail, never);
  await pollUntil('it is connected', () => open.size === 1);
  expect(await waiting).toEqual({
    status: null,
    error: 'The mail server did not accept the email within 0.3 seconds.',
    isRetryable: true,
  });
  await pollUntil('it has hung up', () => open.size === 0);

  const leaving = new AbortController();
  const interrupted = createMailSender({ smtpUrl, from })(mail, leaving.signal);
  await pollUntil('it is connected again', () => open.size === 1);
  leaving.abort();
  expect(await interrupted).toMatchObject({ status: null, isRetryable: true });
  await pollUntil('it has hung up again', () => open.size === 0);
});

test('retries later when the name of the server cannot be looked up in time', async () => {
  await using silent = createSocket('udp4');
  let questions = 0;
  silent.on('message', () => (questions += 1)).bind(0, '127.0.0.1');
  await once(silent, 'listening');
  using _lookups = sendLookupsTo(silent.address().port);
  const smtpUrl = 'smtp://mail.example';

  const slow = createMailSender({ smtpUrl, from }, { deadlineMs: 300, lookupMs: 1_000 });
  expect(await slow(mail, never)).toEqual({
    status: null,
    error: 'The mail server did not accept the email within 0.3 seconds.',
    isRetryable: true,
  });
  expect(questions).toBeGreaterThan(0);

  const leaving = new AbortController();
  questions = 0;
  const busy = createMailSender({ smtpUrl, from }, { lookupMs: 1_000 });
  const interrupted = busy(mail, leaving.signal);
  await pollUntil('it is looking up the name', () => questions > 0);
  leaving.abort();
  expect(await interrupted).toMatchObject({ status: null, isRetryable: true });

  const patient = createMailSender({ smtpUrl, from }, { lookupMs: 300 });
  expect(await patient(mail, never)).toEqual({
    status: null,
    error: 'The mail server could not be used: EDNS.',
    isRetryable: true,
  });
});

test('says what to configure when the installation sends no mail', async () => {
  const answer = await createMailSender(undefined)(mail, never);
  expect(answer).toMatchObject({ status: null, isRetryable: false });
  expect(answer.error).toMatch(/SMTP_URL and MAIL_FROM/);
});

test('prevents header injection through the subject', async () => {
  const sender = createMailSender({ smtpUrl: server.url, from });
  const subject = 'order\r\nBcc: eve@example.com';
  expect(await sender({ ...mail, subject }, never)).toMatchObject({ error: null });
  const { to, source } = await server.next();
  expect(to).toEqual(['ann@example.com']);
  expect(source).not.toMatch(/^Bcc:/im);
});

/** Resolvers created from now on query this local port. */
function sendLookupsTo(port: number): Disposable {
  const { Resolver } = dns;
  class LocalResolver extends Resolver {
    constructor() {
      super();
      this.setServers([`127.0.0.1:${port}`]);
    }
  }
  Object.assign(dns, { Resolver: LocalResolver });
  return { [Symbol.dispose]: () => void Object.assign(dns, { Resolver }) };
}

async function notify(...notificationEmails: string[]): Promise<void> {
  const where = { accountId };
  await stores.database.prisma.recording.updateMany({ where, data: { notificationEmails } });
}

async function list(taskId: string, state: string) {
  const deliveries = await createDeliveryLog(stores).list(accountId, taskId);
  return deliveries.filter((delivery) => delivery.state === state);
}

function delivered(taskId: string, count: number) {
  return pollUntil('all are delivered', async () => {
    const deliveries = await list(taskId, 'delivered');
    return deliveries.length === count ? deliveries : undefined;
  });
}

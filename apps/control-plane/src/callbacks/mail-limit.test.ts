import { pollUntil } from '@errand/test-kit';
import { startMailServer, type MailServer } from '@errand/test-kit/mail-server';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startDeliveries } from '../testing/start-deliveries.ts';
import {
  claimNow,
  holderOf,
  noResult,
  openStores,
  orderOf,
  testLogger,
  type TestStores,
} from '../testing/open-stores.ts';
import { createMailLimit, forgetMailCounts } from './mail-limit.ts';

const REASON = /^The email was not sent: the account may send 10 emails a day/;

let stores: TestStores;
let server: MailServer;
let accountId: string;
let isAway = false;
beforeAll(async () => {
  stores = await openStores();
  server = await startMailServer();
  const { writeMail } = stores.deliveries;
  const deliveries: TestStores['deliveries'] = {
    ...stores.deliveries,
    async writeMail(delivery) {
      if (isAway) {
        isAway = false;
        throw new Error('The database is away.');
      }
      return writeMail(delivery);
    },
  };
  await startDeliveries(
    { ...stores, deliveries },
    { mail: { smtpUrl: server.url, from: 'errand@errand.example' } },
  );
});
beforeEach(async () => {
  accountId = await stores.reset();
  const notificationEmails = ['ann@example.com', 'bob@example.com'];
  const { account, recording } = stores.database.prisma;
  await recording.updateMany({ where: { accountId }, data: { notificationEmails } });
  await account.update({ where: { id: accountId }, data: { mailsPerDay: 10 } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
});

async function lease() {
  await stores.tasks.submit(accountId, orderOf());
  return holderOf(await claimNow(stores.leases));
}

/** Waits until all emails were tried; returns how many were sent and why the others were not. */
function settled(count: number) {
  return pollUntil('all mails are tried', async () => {
    const all = await stores.database.prisma.callbackDelivery.findMany({ where: { accountId } });
    const failed = all.filter(({ state }) => state === 'failed');
    const sent = all.filter(({ state }) => state === 'delivered').length;
    if (sent + failed.length < count) return undefined;
    return { sent, reasons: failed.map(({ lastError }) => lastError) };
  });
}

test('counts an email once, however often the job that sends it has to run', async () => {
  testLogger.silent = true; // the failed job is logged as an error
  isAway = true;
  await stores.leases.fail(await lease(), {
    ...noResult,
    errorClass: 'timeout',
    message: 'Too slow.',
    retry: 'never',
  });
  expect(await settled(2)).toEqual({ sent: 2, reasons: [] });
  testLogger.silent = false;
  const { rows } = await stores.database.pool.query(
    'SELECT sent FROM mail_counts WHERE account_id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ sent: 2 }]);
});

test('limits the emails of an account per day, but waits continue when the limit is reached', async () => {
  const holder = await lease();
  const wait = { nodePath: 'nodes[3]', pageUrl: 'https://portal.example/', maxWaitSeconds: 60 };
  for (let count = 0; count < 10; count += 1) {
    await stores.humanWaits.begin(holder, { ...wait, waitId: randomUUID() });
  }
  const { sent, reasons } = await settled(20);
  expect(sent).toBe(10);
  expect(reasons).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(REASON)));
  const waits = await stores.database.prisma.humanWait.findMany({ where: { endedAt: null } });
  expect(waits).toMatchObject([{ number: 10 }]);
});

test('reserves the last fifth for emails that ask for a person', async () => {
  for (let count = 0; count < 6; count += 1) await stores.leases.complete(await lease(), noResult);
  const { sent, reasons } = await settled(12);
  expect(sent).toBe(8);
  expect(reasons[0]).toMatch(/the last fifth of them reserved for tasks that wait for a person/);
});

test('does not count an email that could not be sent', async () => {
  server.refused.set('ann@example.com', 550).set('bob@example.com', 550);
  for (let count = 0; count < 6; count += 1) await stores.leases.complete(await lease(), noResult);
  const { reasons } = await settled(12);
  expect(reasons).toContain('The mail server returned 550.');
  server.refused.clear();
  const { rows } = await stores.database.pool.query('SELECT sent FROM mail_counts');
  expect(rows).toEqual([{ sent: 0 }]);
});

test('counts each day and each account separately, without a race', async () => {
  const limit = createMailLimit(stores.database, undefined);
  const take = () => limit.take({ accountId, humanWaitId: randomUUID() });
  const answers = await Promise.all(Array.from({ length: 30 }, take));
  expect(answers.filter((reason) => reason === undefined)).toHaveLength(10);
  await stores.database.pool.query(`UPDATE mail_counts SET day = day - 8`);
  expect(await take()).toBeUndefined();
  expect(await forgetMailCounts(stores.database.pool)).toBe(false);
  expect(await stores.database.prisma.mailCount.count()).toBe(1);
  await stores.database.prisma.account.updateMany({ data: { mailsPerDay: 0 } });
  expect(await Promise.all(Array.from({ length: 30 }, take))).toEqual(Array(30).fill(undefined));
});

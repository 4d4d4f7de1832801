import { createSealer } from '@errand/secrets';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ApiKeyNotFoundError } from '../api-keys/api-key-errors.ts';
import { createEventTickets } from './event-tickets.ts';

const owner = { accountId: randomUUID(), apiKeyId: randomUUID() };
const taskId = randomUUID();
const sealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });
let now = new Date('2026-03-02T09:15:00.400Z');
let status = 'valid';
const apiKeys = {
  get: (accountId: string, apiKeyId: string) =>
    accountId === owner.accountId
      ? Promise.resolve({ status, scopes: ['read' as const] })
      : Promise.reject(new ApiKeyNotFoundError(apiKeyId)),
};
const publicUrl = 'https://errand.example/';
const tickets = createEventTickets({ sealer, apiKeys, publicUrl, now: () => now });

test("opens one task's events for five minutes, even on a replica, and reveals nothing", async () => {
  now = new Date('2026-03-02T09:15:00.400Z');
  const { url, expiresAt } = tickets.createUrl(owner, { tasks: taskId });
  expect(url).toMatch(`https://errand.example/api/v1/tasks/${taskId}/events?ticket=v1.test.`);
  expect(expiresAt).toEqual(new Date('2026-03-02T09:20:00Z'));
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain(owner.accountId);
  const replica = createEventTickets({ sealer, apiKeys, publicUrl, now: () => now });
  const granted = { ...owner, scopes: ['read'] };
  expect(await replica.redeem(ticket, taskId.toUpperCase())).toEqual(granted);

  now = new Date('2026-03-02T09:19:59.999Z');
  expect(await tickets.redeem(ticket, taskId)).toEqual(granted);
  now = new Date('2026-03-02T09:20:00Z');
  await expect(tickets.redeem(ticket, taskId)).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'The ticket has expired: request a new URL for the events.',
  });
});

test('refuses anything but a ticket for the task, and refuses a ticket whose key is no longer valid', async () => {
  const { url } = tickets.createUrl(owner, { tasks: taskId });
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const elsewhere = sealer.seal({ account: owner.accountId }, `task:${taskId}:rdp_parameter`);
  for (const [text, task] of [
    [ticket, randomUUID()],
    [`${ticket}x`, taskId],
    [elsewhere, taskId],
    ['', taskId],
    ['x'.repeat(100_000), taskId],
  ] as const) {
    await expect(tickets.redeem(text, task)).rejects.toMatchObject({ code: 'unauthorized' });
  }
  const gone = tickets.createUrl({ ...owner, accountId: randomUUID() }, { tasks: taskId });
  const late = new URL(gone.url).searchParams.get('ticket') ?? '';
  await expect(tickets.redeem(late, taskId)).rejects.toMatchObject({ code: 'unauthorized' });
  status = 'expired';
  await expect(tickets.redeem(ticket, taskId)).rejects.toThrow('is expired: use another key');
});

import { expect, test } from '@jest/globals';
import { createDeliverySlots } from './delivery-slots.ts';

const to = (host: string, accountId = 'a') => ({ accountId, url: `https://${host}/in` });
const mail = (accountId: string, humanWaitId: string | null = null) => ({
  accountId,
  url: 'mailto:ann@example.com',
  humanWaitId,
});

test('allows an account half of the eight slots of a host, and reuses released ones', () => {
  const slots = createDeliverySlots();
  const first = slots.take(to('slow.example'));
  for (let taken = 1; taken < 4; taken += 1) expect(slots.take(to('slow.example'))).toBeDefined();
  expect(slots.take(to('slow.example'))).toBeUndefined();
  // A backlog of one account does not delay other accounts.
  for (let taken = 0; taken < 4; taken += 1) {
    expect(slots.take(to('slow.example', 'b'))).toBeDefined();
  }
  expect(slots.take(to('slow.example', 'c'))).toBeUndefined();
  first?.[Symbol.dispose]();
  expect(slots.take(to('slow.example', 'c'))).toBeDefined();

  for (let host = 0; host < 5; host += 1) expect(slots.take(to(`h${host}.example`))).toBeDefined();
  expect(slots.take(to('h9.example'))).toBeUndefined();
  expect(slots.take(to('h9.example', 'b'))).toBeDefined();
});

test('sends an email that asks for a person alongside any number of others', () => {
  const slots = createDeliverySlots();
  for (const account of ['a', 'b']) {
    for (let taken = 0; taken < 4; taken += 1) expect(slots.take(mail(account))).toBeDefined();
  }
  expect(slots.take(mail('a'))).toBeUndefined();
  expect(slots.take(mail('c'))).toBeUndefined();
  expect(slots.take(mail('a', 'wait'))).toBeDefined();
});

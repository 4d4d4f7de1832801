import { expect, test } from '@jest/globals';
import { createDeliverySlots } from './delivery-slots.ts';

const to = (host: string, accountId = 'a') => ({ accountId, url: `https://${host}/in` });

test('allows four slots per host and eight per account, and reuses released ones', () => {
  const slots = createDeliverySlots();
  const first = slots.take(to('slow.example'));
  for (let taken = 1; taken < 4; taken += 1) expect(slots.take(to('slow.example'))).toBeDefined();
  expect(slots.take(to('slow.example'))).toBeUndefined();
  expect(slots.take(to('slow.example', 'b'))).toBeUndefined();
  first?.[Symbol.dispose]();
  expect(slots.take(to('slow.example', 'b'))).toBeDefined();

  for (let host = 0; host < 5; host += 1) expect(slots.take(to(`h${host}.example`))).toBeDefined();
  expect(slots.take(to('h9.example'))).toBeUndefined();
  expect(slots.take(to('h9.example', 'b'))).toBeDefined();
});

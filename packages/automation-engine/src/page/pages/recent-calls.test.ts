import { expect, test } from '@jest/globals';
import type { RecordedCall } from './network-call.ts';
import { createRecentCalls } from './recent-calls.ts';

const callTo = (url: string): RecordedCall => ({
  url,
  method: 'GET',
  isOpen: true,
  isFromMainFrame: () => true,
  requestHeaders: () => ({}),
  requestBody: () => Promise.resolve(undefined),
  response: () => undefined,
  responseBody: () => Promise.resolve({ kind: 'missing', reason: 'did not arrive' }),
});

test('refuses an address only if a lost call had it, or may have had it', () => {
  const calls = createRecentCalls({ maxRecordedCalls: 1 });
  const visit = (path: string) => calls.add(path, callTo(`http://shop.test/${path}`));
  visit('orders');
  visit('customers');
  expect(calls.all().map(({ url }) => url)).toEqual(['http://shop.test/customers']);
  expect(() => calls.assertNoneLost('/customers')).not.toThrow();
  expect(() => calls.assertNoneLost('/orders')).toThrow('maxRecordedCalls');
  visit('x'.repeat(4_000_000));
  visit('items');
  expect(() => calls.assertNoneLost('/anything')).toThrow('more than 1 network calls');
  calls.clear();
  expect(() => calls.assertNoneLost('/orders')).not.toThrow();
});

import { expect, test } from '@jest/globals';
import { readDeliveryFilters, readRedelivery } from './delivery-filters.ts';

test('lists failed deliveries unless the URL says otherwise', () => {
  expect(readDeliveryFilters({})).toEqual({});
  expect(readDeliveryFilters({ state: 'failed', other: 'x' })).toEqual({});
  expect(readDeliveryFilters({ state: 'all' })).toEqual({ state: 'all' });
  expect(readDeliveryFilters({ state: 'lost' })).toEqual({});
});

test('sends again what all fields of the form allow together', () => {
  expect(readRedelivery({ state: 'failed' })).toEqual({ state: 'failed' });
  expect(
    readRedelivery({
      state: 'delivered',
      url_prefix: ' https://erp.example/ ',
      since: '2026-03-02T09:15',
      before: '2026-03-02T10:15',
      tasks: 'a-1,\n b-2 ',
    }),
  ).toEqual({
    state: 'delivered',
    url_prefix: 'https://erp.example/',
    created_after: new Date(2026, 2, 2, 9, 15).toISOString(),
    created_before: new Date(2026, 2, 2, 10, 15).toISOString(),
    task_ids: ['a-1', 'b-2'],
  });
  // It would otherwise be a request for all tasks.
  expect(() => readRedelivery({ state: 'failed', tasks: ' ,\n' })).toThrow(/has no ID: enter/);
});

import { orderStatuses } from '../catalogue/orders.ts';
import { sortKeys, type OrderQuery } from '../state/order-store.ts';
import { readInteger, readText } from './form-fields.ts';

export const rowChoices = [10, 25, 50] as const;

/** Reads filters, order and page of an order list; ignores unknown values. */
export function readOrderQuery(fields: unknown): OrderQuery {
  const status = readText(fields, 'status');
  const sort = readText(fields, 'sort');
  return {
    search: readText(fields, 'search'),
    status: orderStatuses.find((known) => known === status),
    sort: sortKeys.find((known) => known === sort) ?? 'number',
    isDescending: readText(fields, 'direction') === 'descending',
    page: readInteger(fields, 'page', { min: 1, max: 1_000, fallback: 1 }),
    rows: readInteger(fields, 'rows', { min: 1, max: 50, fallback: 10 }),
  };
}

/**
 * Returns the query string of the same list with some parts changed; resets the page unless one is
 * given.
 */
export function toSearch(query: OrderQuery, change: Partial<OrderQuery>): string {
  const { search, status, sort, isDescending, rows, page } = { ...query, page: 1, ...change };
  return new URLSearchParams({
    search,
    status: status ?? '',
    rows: String(rows),
    sort,
    direction: isDescending ? 'descending' : 'ascending',
    page: String(page),
  }).toString();
}

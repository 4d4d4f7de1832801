import {
  FIRST_ORDER_NUMBER,
  seedOrders,
  totalCents,
  type Order,
  type OrderStatus,
} from '../catalogue/orders.ts';

const MAX_PLACED_ORDERS = 500;

export const sortKeys = ['number', 'date', 'customer', 'status', 'total'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface OrderQuery {
  readonly search: string;
  readonly status: OrderStatus | undefined;
  readonly sort: SortKey;
  readonly isDescending: boolean;
  /** From 1. */
  readonly page: number;
  readonly rows: number;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  readonly found: number;
  readonly page: number;
  readonly pages: number;
}

export interface OrderStore {
  find(number: string): Order | undefined;
  list(query: OrderQuery): OrderPage;
  /** Assigns the next number to the order. Above 500 placed orders, the oldest is dropped. */
  place(order: Omit<Order, 'number'>): Order;
}

export function createOrderStore(): OrderStore {
  const seeded = seedOrders();
  const placed: Order[] = [];
  let nextNumber = FIRST_ORDER_NUMBER + seeded.length;
  return {
    find: (number) => [...seeded, ...placed].find((order) => order.number === number),
    list(query) {
      const found = [...seeded, ...placed].filter((order) => matches(order, query));
      const pages = Math.max(1, Math.ceil(found.length / query.rows));
      const page = Math.min(query.page, pages);
      const orders = found
        .toSorted((left, right) => compare(left, right, query))
        .slice((page - 1) * query.rows, page * query.rows);
      return { orders, found: found.length, page, pages };
    },
    place(order) {
      const numbered: Order = { ...order, number: `HS-${nextNumber++}` };
      placed.push(numbered);
      if (placed.length > MAX_PLACED_ORDERS) placed.shift();
      return numbered;
    },
  };
}

function matches(order: Order, { search, status }: OrderQuery): boolean {
  const text = `${order.number} ${order.customer}`.toLowerCase();
  return (status === undefined || order.status === status) && text.includes(search.toLowerCase());
}

function compare(left: Order, right: Order, { sort, isDescending }: OrderQuery): number {
  const direction = isDescending ? -1 : 1;
  return direction * (compareBy[sort](left, right) || compareBy.number(left, right));
}

const compareBy: Record<SortKey, (left: Order, right: Order) => number> = {
  number: (left, right) => left.number.localeCompare(right.number, 'en', { numeric: true }),
  date: (left, right) => left.orderedOn.localeCompare(right.orderedOn),
  customer: (left, right) => left.customer.localeCompare(right.customer, 'en'),
  status: (left, right) => left.status.localeCompare(right.status, 'en'),
  total: (left, right) => totalCents(left) - totalCents(right),
};

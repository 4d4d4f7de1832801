import { products } from './products.ts';
import { createSeededRandom } from './seeded-random.ts';

export const orderStatuses = [
  'Processing',
  'Shipped',
  'Delivered',
  'On hold',
  'Cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface OrderLine {
  readonly sku: string;
  readonly product: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
}

export interface Order {
  readonly number: string;
  /** `2026-01-05` */
  readonly orderedOn: string;
  readonly deliveryOn: string;
  readonly customer: string;
  readonly status: OrderStatus;
  readonly lines: readonly OrderLine[];
  readonly notes: string;
}

export const FIRST_ORDER_NUMBER = 10_401;
const SEEDED_ORDERS = 57;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

const customers = [
  'Alder & Sons',
  'Blue Pier Boats',
  'Cape Chandlery',
  'Drift Marine',
  'Eastquay Yachts',
  'Fjord Ferries',
  'Gullwing Sailing',
];

/** Returns the same 57 orders in every run, oldest first. */
export function seedOrders(): readonly Order[] {
  const random = createSeededRandom(57);
  const pick = <Choice>(choices: readonly [Choice, ...Choice[]]): Choice =>
    choices[Math.floor(random() * choices.length)] ?? choices[0];
  return Array.from({ length: SEEDED_ORDERS }, (_, index) => ({
    number: `HS-${FIRST_ORDER_NUMBER + index}`,
    orderedOn: toDay(index),
    deliveryOn: toDay(index + 4 + Math.floor(random() * 10)),
    customer: customers[Math.floor(random() * customers.length)] ?? '',
    status: pick(orderStatuses),
    lines: seedLines(random),
    notes: '',
  }));
}

export function totalCents(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);
}

function seedLines(random: () => number): readonly OrderLine[] {
  const first = Math.floor(random() * products.length);
  const count = 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, offset) => products[(first + offset) % products.length])
    .filter((product) => product !== undefined)
    .map(({ sku, name, unitPriceCents }) => ({
      sku,
      product: name,
      quantity: 1 + Math.floor(random() * 12),
      unitPriceCents,
    }));
}

function toDay(index: number): string {
  return new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
}

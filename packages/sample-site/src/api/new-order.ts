import type { Order } from '../catalogue/orders.ts';
import { deliveryMethods, extras, products, warehouses } from '../catalogue/products.ts';
import { readInteger, readText, readTexts } from '../http/form-fields.ts';

export type NewOrder =
  | { readonly order: Omit<Order, 'number'> }
  | { readonly problems: readonly string[] };

/**
 * Validates the fields of the order form again, because the page's own validation can be bypassed.
 */
export function readNewOrder(fields: unknown, today: string): NewOrder {
  const company = readText(fields, 'company');
  const contact = readText(fields, 'contact');
  const product = products.find(({ sku }) => sku === readText(fields, 'product'));
  const quantity = readInteger(fields, 'quantity', { min: 0, max: 1_000, fallback: 0 });
  const deliveryOn = readText(fields, 'deliveryDate');
  const problems = [
    company !== '' || 'Give the company name.',
    /^[^@\s]+@[^@\s]+$/.test(contact) || 'Give the contact email.',
    product !== undefined || 'Choose a product.',
    (quantity >= 1 && quantity <= 999) || 'Choose a quantity from 1 to 999.',
    isDay(deliveryOn, today) || `Choose a delivery date from ${today} on.`,
    isOneOf(warehouses, readText(fields, 'warehouse')) || 'Choose a warehouse.',
    isOneOf(deliveryMethods, readText(fields, 'method')) || 'Choose a delivery method.',
    readTexts(fields, 'extras').every((extra) => isOneOf(extras, extra)) || 'Choose known extras.',
    readText(fields, 'terms') === 'on' || 'Agree to the terms.',
  ].filter((problem) => problem !== true);
  if (problems.length > 0 || product === undefined) return { problems: problems.map(String) };
  const line = { sku: product.sku, product: product.name, quantity };
  return {
    order: {
      orderedOn: today,
      deliveryOn,
      customer: company,
      status: 'Processing',
      lines: [{ ...line, unitPriceCents: product.unitPriceCents }],
      notes: describe(fields),
    },
  };
}

/** Describes the form's other fields on the order, so that a test sees what arrived. */
function describe(fields: unknown): string {
  const urgency = readInteger(fields, 'urgency', { min: 0, max: 10, fallback: 0 });
  return [
    `${readText(fields, 'method')} from ${readText(fields, 'warehouse')}`,
    `urgency ${urgency}`,
    ...readTexts(fields, 'extras'),
    readText(fields, 'notes'),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function isDay(text: string, earliest: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && text >= earliest;
}

function isOneOf(known: readonly string[], text: string): boolean {
  return known.includes(text);
}

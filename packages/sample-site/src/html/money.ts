const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats an amount as `$1,234.50`. */
export function toDollars(cents: number): string {
  return dollars.format(cents / 100);
}

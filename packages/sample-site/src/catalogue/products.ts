export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly unitPriceCents: number;
}

export const products: readonly Product[] = [
  { sku: 'RP-120', name: 'Mooring rope, 12 mm', unitPriceCents: 18_950 },
  { sku: 'AN-045', name: 'Plough anchor, 45 kg', unitPriceCents: 42_900 },
  { sku: 'FD-300', name: 'Cylinder fender, large', unitPriceCents: 9_640 },
  { sku: 'LJ-010', name: 'Life jacket, adult', unitPriceCents: 7_425 },
  { sku: 'PN-501', name: 'Hull paint, 5 l', unitPriceCents: 13_180 },
  { sku: 'LT-077', name: 'Signal lantern', unitPriceCents: 5_890 },
  { sku: 'CH-240', name: 'Galvanised chain, 24 m', unitPriceCents: 31_275 },
  { sku: 'PL-008', name: 'Bilge pump', unitPriceCents: 11_050 },
];

export const warehouses = ['Antwerp', 'Gothenburg', 'Lisbon', 'Rotterdam', 'Trieste'] as const;

export const extras = ['Gift wrapping', 'Pallet exchange', 'Transport insurance'] as const;

export const deliveryMethods = ['Standard delivery', 'Express delivery', 'Pickup'] as const;

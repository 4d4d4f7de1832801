export interface Quote {
  readonly symbol: string;
  readonly name: string;
  readonly price: string;
  readonly currency: string;
  readonly change: string;
}

export const quotes: readonly Quote[] = [
  { symbol: 'HEMP', name: 'Hemp rope', price: '12.40', currency: 'USD', change: '+0.15' },
  { symbol: 'STEEL', name: 'Marine steel', price: '824.00', currency: 'USD', change: '-3.50' },
  { symbol: 'ZINC', name: 'Anode zinc', price: '2.87', currency: 'USD', change: '+0.02' },
  { symbol: 'TEAK', name: 'Deck teak', price: '3140.75', currency: 'USD', change: '+18.25' },
  { symbol: 'DIESEL', name: 'Marine diesel', price: '698.10', currency: 'USD', change: '-1.10' },
  { symbol: 'SAIL', name: 'Sail cloth', price: '41.05', currency: 'USD', change: '0.00' },
];

export function findQuote(symbol: string): Quote | undefined {
  return quotes.find((quote) => quote.symbol === symbol.toUpperCase());
}

export interface Certificate {
  readonly number: string;
  readonly lastName: string;
  readonly issuedOn: string;
  readonly validUntil: string;
  readonly history: readonly { readonly day: string; readonly event: string }[];
}

export const certificates: readonly Certificate[] = [
  {
    number: 'C-2026-0117',
    lastName: 'Lind',
    issuedOn: '2026-01-17',
    validUntil: '2028-01-16',
    history: [
      { day: '2026-01-12', event: 'Inspected' },
      { day: '2026-01-17', event: 'Issued' },
    ],
  },
  {
    number: 'C-2025-0930',
    lastName: 'Okafor',
    issuedOn: '2025-09-30',
    validUntil: '2027-09-29',
    history: [{ day: '2025-09-30', event: 'Issued' }],
  },
];

export const countries: readonly string[] = [
  'Belgium (BEL)',
  'Italy (ITA)',
  'Netherlands (NLD)',
  'Nigeria (NGA)',
  'Norway (NOR)',
  'Portugal (PRT)',
  'Sweden (SWE)',
];

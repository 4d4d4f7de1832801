export interface Authorization {
  readonly number: string;
  readonly supplier: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly goods: string;
  readonly state: 'Approved' | 'In review' | 'Denied';
}

export const authorizations: readonly Authorization[] = [
  authorization('AU-7001', 'Rope and chain', 'Approved'),
  authorization('AU-7002', 'Hull paint', 'In review'),
  authorization('AU-7003', 'Signal lanterns', 'Denied'),
  authorization('AU-7004', 'Bilge pumps', 'Approved'),
];

function authorization(
  number: string,
  goods: string,
  state: Authorization['state'],
): Authorization {
  const dates = { startDate: '2026-01-01', endDate: '2026-12-31' };
  return { number, supplier: 'S-100', ...dates, goods, state };
}

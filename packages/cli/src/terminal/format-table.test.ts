import { expect, test } from '@jest/globals';
import { formatTable } from './format-table.ts';

test('a table truncates flexible columns, then leaves columns out, but never truncates an ID', () => {
  const columns = [
    { title: 'ID', text: ({ id }: { id: string }) => id },
    { title: 'NAME', text: () => 'żółć 🎈 of a very long name', isFlexible: true },
    { title: 'LAST', text: () => 'last' },
  ];
  const rows = [{ id: '0123456789' }];
  expect(formatTable(columns, rows, 30)).toBe(
    'ID          NAME          LAST\n0123456789  żółć 🎈 of …  last',
  );
  expect(formatTable(columns, rows, 20)).toBe('ID          NAME\n0123456789  żółć 🎈…');
  expect(formatTable(columns, rows, 5)).toBe('ID\n0123456789');
  expect(formatTable(columns, rows)).toMatch(/of a very long name {2}last$/);
});

test('a column that is needed gets its own lines where the terminal is too narrow', () => {
  const columns = [
    { title: 'ID', text: () => '0123456789' },
    { title: 'STATUS', text: () => 'queued', isNeeded: true },
    { title: 'NAME', text: () => 'name', isFlexible: true },
  ];
  expect(formatTable(columns, [{}, {}], 19)).toBe(
    'ID          STATUS\n0123456789  queued\n0123456789  queued',
  );
  expect(formatTable(columns, [{}, {}], 16)).toBe(
    'ID\n  STATUS\n0123456789\n  queued\n0123456789\n  queued',
  );
});

test('a table counts the columns of wide and combined characters', () => {
  const columns = [
    { title: 'NAME', text: ({ name }: { name: string }) => name, isFlexible: true },
    { title: 'LAST', text: () => 'last' },
  ];
  const family = '👩‍👩‍👧e\u0301';
  const rows = [{ name: '注文の確認と支払い' }, { name: family }, { name: 'plain' }];
  expect(formatTable(columns, rows).split('\n')).toEqual([
    'NAME                LAST',
    '注文の確認と支払い  last',
    `${family}                 last`,
    'plain               last',
  ]);
  expect(formatTable(columns, rows, 16).split('\n')).toEqual([
    'NAME        LAST',
    '注文の確…   last',
    `${family}         last`,
    'plain       last',
  ]);
});

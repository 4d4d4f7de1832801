import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parseProofFile } from '../read-proofs.ts';
import { isGap, readEndpointTable } from './endpoint-table.ts';
import { readStatusProofs, statusProofsIn } from './read-status-proofs.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rows = readEndpointTable(root);

test('proves every declared status of every operation', () => {
  expect(rows.length).toBeGreaterThan(450);
  const gaps = rows.filter(isGap).map(({ operationId, status }) => `${operationId} ${status}`);
  expect(gaps).toEqual([]);
});

test('names only existing operations', () => {
  const every = ['*', 'worker *', 'admin *'];
  const known = new Set([...every, ...rows.map(({ operationId }) => operationId)]);
  const named = readStatusProofs(root).filter(({ operation }) => !known.has(operation));
  expect(named).toEqual([]);
});

const marker = '// proves operation:';

test.each([
  ["test('200 shows it', () => {});", ['own 200']],
  ["test('shows 200 of them', () => {});", []],
  [
    `${marker} a; b\ntest('409 while it runs, and 200 then', () => {});`,
    ['a 409', 'a 200', 'b 409', 'b 200'],
  ],
  [
    `test('404 for none', () => {});\n${marker} a\ntest.each([\n  [1, ')('],\n])("422 for %s", () => {});`,
    ['own 404', 'a 422'],
  ],
  [`test('413 beyond 10485760 bytes, not 512x', () => {});`, ['own 413']],
])('reads operation and status from %j', (source, expected) => {
  const file = parseProofFile(source, { file: 'a.test.ts', kind: 'operation' });
  const found = statusProofsIn(file, ['own']);
  expect(found.map(({ operation, status }) => `${operation} ${status}`)).toEqual(expected);
});

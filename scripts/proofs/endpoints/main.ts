// Prints for every operation and status of all documents the test that proves it, as a markdown table.
// usage: pnpm proofs endpoints
import { fileURLToPath } from 'node:url';
import { isGap, readEndpointTable } from './endpoint-table.ts';

const rows = readEndpointTable(fileURLToPath(new URL('../../../', import.meta.url)));
const gaps = rows.filter(isGap);

print('| Operation | Status | Test that proves it |');
print('| --- | --- | --- |');
for (const row of rows) {
  const { operationId, method, path, status, tests } = row;
  const [first, ...others] = tests;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const named = first && `${first.test.replaceAll('|', '\\|')} (${first.file})${more}`;
  const operation = `\`${method.toUpperCase()} ${path}\` ${operationId}`;
  print(`| ${operation} | ${status} | ${named ?? 'MISSING'} |`);
}
const proven = rows.filter(({ tests }) => tests.length > 0).length;
print(`\n${proven} of ${rows.length} statuses proven, ${gaps.length} missing`);
process.exitCode = gaps.length > 0 ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

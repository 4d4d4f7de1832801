// Prints which tests prove the effect of each field of an automation, as a markdown table, and the
// excuses for fields without a test.
// usage: pnpm proofs fields
import { fileURLToPath } from 'node:url';
import { explainField, laterParts } from './explain-field.ts';
import { readFieldTable } from './field-table.ts';

const rows = readFieldTable(fileURLToPath(new URL('../../../', import.meta.url)));
const proven = rows.filter(({ tests }) => tests.length > 0);
const unproven = rows.filter(({ tests }) => tests.length === 0);
const unexplained = unproven.filter(({ field }) => explainField(field) === undefined);

print('| Field | Test that proves its effect |');
print('| --- | --- |');
for (const { field, tests } of proven) {
  const names = tests.map(({ file, test }) => `${test.replaceAll('|', '\\|')} (${file})`);
  print(`| \`${field}\` | ${names.join('<br>')} |`);
}
print('\nWithout such a test, and the part that they belong to:\n');
for (const { field } of unproven) print(`- \`${field}\`: ${explainField(field) ?? 'UNEXPLAINED'}`);
print(`\n${proven.length} of ${rows.length} fields proven`);
print(`${unproven.length} unproven, unproven and unexplained: ${unexplained.length}`);
for (const [pattern, part] of laterParts) {
  if (unproven.some(({ field }) => pattern.test(field))) continue;
  print(`No field needs ${part} for ${pattern.source}: delete that line of explain-field.ts.`);
}
process.exitCode = unexplained.length > 0 ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

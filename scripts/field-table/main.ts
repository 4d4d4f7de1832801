// Prints which tests prove the effect of each field of an automation, as a markdown table.
// usage: pnpm field-table
import { fileURLToPath } from 'node:url';
import { automationJsonSchema } from '@errand/automation-engine/automation';
import { findProofs } from './find-proofs.ts';
import { listFields } from './list-fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const proofs = ['packages', 'apps'].flatMap((folder) => findProofs(root, folder));
const rows = listFields(automationJsonSchema()).map((field) => ({
  field,
  tests: proofs.filter((proof) => proof.field === field),
}));
const proven = rows.filter(({ tests }) => tests.length > 0);

print('| Field | Test that proves its effect |');
print('| --- | --- |');
for (const { field, tests } of proven) {
  const names = tests.map(({ file, test }) => `${test.replaceAll('|', '\\|')} (${file})`);
  print(`| \`${field}\` | ${names.join('<br>')} |`);
}
print('\nWithout such a test:\n');
for (const { field, tests } of rows) if (tests.length === 0) print(`- \`${field}\``);
print(`\n${proven.length} of ${rows.length} fields`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Prints which test proves each feature of the language models, and with which providers, as a markdown table.
// usage: pnpm proofs models
import { fileURLToPath } from 'node:url';
import { providerNames, readModelTable } from './model-table.ts';

const rows = readModelTable(fileURLToPath(new URL('../../../', import.meta.url)));

print(`| Feature | ${providerNames.join(' | ')} | Test |`);
print(`| --- |${' --- |'.repeat(providerNames.length)} --- |`);
for (const { feature, providers, test, file } of rows) {
  const cells = providerNames.map((name) => (providers.includes(name) ? 'yes' : 'same code'));
  print(`| ${feature} | ${cells.join(' | ')} | ${test} (${file}) |`);
}
print(`\n${rows.length} features, ${providerNames.length} providers`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

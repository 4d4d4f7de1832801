// Prints which test proves each feature of vaults, mailboxes, Slack, SMS, proxies and captchas, as
// a markdown table.
// usage: pnpm proofs services
import { fileURLToPath } from 'node:url';
import { readServiceTable } from './service-table.ts';

const rows = readServiceTable(fileURLToPath(new URL('../../../', import.meta.url)));

print('| Service | Feature | Test |');
print('| --- | --- | --- |');
for (const { service, feature, test, file } of rows) {
  print(`| ${service} | ${feature} | ${test} (${file}) |`);
}
print(`\n${rows.length} features of ${new Set(rows.map(({ service }) => service)).size} services`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

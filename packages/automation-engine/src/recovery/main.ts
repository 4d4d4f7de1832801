// Prints how many steps find their element on pages that were changed since the recording, as a markdown table.
// usage: pnpm recovery-table
import { measureRecovery, type RecoveryRow } from './measure-recovery.ts';

const rows = await measureRecovery({ isCareless: true });
print('| Mutation | Step | Locator only | With model | With careless model | Proposed locator |');
print('| --- | --- | --- | --- | --- | --- |');
for (const row of rows) {
  const { mutation, step, locatorOnly, withModel, withCarelessModel: careless, proposal } = row;
  const proposed = proposal === undefined ? '' : `\`${proposal.replaceAll('|', '\\|')}\``;
  print(`| ${mutation} | ${step} | ${locatorOnly} | ${withModel} | ${careless} | ${proposed} |`);
}
const present = rows.filter(({ isThere }) => isThere);
print(`\n${rows.length} pages, the element is on ${present.length} of them.`);
print(`Locator only: ${summarize(({ locatorOnly }) => locatorOnly)}`);
print(`With model: ${summarize(({ withModel }) => withModel)}`);
print(`With careless model: ${summarize(({ withCarelessModel }) => withCarelessModel)}`);

function summarize(read: (row: RecoveryRow) => string | undefined): string {
  const count = (what: string) => rows.filter((row) => read(row) === what).length;
  return `${count('recovered')} recovered, ${count('failed')} failed, ${count('wrong')} wrong element`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

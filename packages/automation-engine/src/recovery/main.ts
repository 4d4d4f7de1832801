// Prints a Markdown table: how many steps still find their element on pages that have changed since
// the recording, or how many errors suggest a locator that finds it.
// usage: pnpm proofs recovery | pnpm proofs hints
import { hintCases } from './hint-cases.ts';
import { measureHints } from './measure-hints.ts';
import { measureRecovery, type RecoveryRow } from './measure-recovery.ts';

if (process.argv.includes('hints')) await printHints();
else await printRecovery();

async function printHints(): Promise<void> {
  const rows = await measureHints(hintCases);
  print('| Mutation | Locator | Works | Named |');
  print('| --- | --- | --- | --- |');
  for (const { name, command, hints, place, problem } of rows) {
    const works = problem ?? (place === 0 ? 'none' : `the ${place}. of ${hints.length}`);
    print(`| ${name} | ${inCell(command)} | ${works} | ${hints.map(inCell).join('<br>')} |`);
  }
  const helped = rows.filter(({ place, problem }) => place > 0 && problem === undefined);
  const first = helped.filter(({ place }) => place === 1);
  print(`\n${rows.length} pages; ${helped.length} errors name a locator that works.`);
  print(`It is the first one in ${first.length} of them.`);
}

function inCell(command: string): string {
  return `\`${command.replaceAll('|', String.raw`\|`)}\``;
}

async function printRecovery(): Promise<void> {
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
  print(`Locator only: ${summarize(rows, ({ locatorOnly }) => locatorOnly)}`);
  print(`With model: ${summarize(rows, ({ withModel }) => withModel)}`);
  print(`With careless model: ${summarize(rows, ({ withCarelessModel }) => withCarelessModel)}`);
}

function summarize(
  rows: readonly RecoveryRow[],
  read: (row: RecoveryRow) => string | undefined,
): string {
  const count = (what: string) => rows.filter((row) => read(row) === what).length;
  return `${count('recovered')} recovered, ${count('failed')} failed, ${count('wrong')} wrong element`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

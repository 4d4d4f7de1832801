import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBrowser } from '@errand/test-kit';
import { createLocatorResolver } from '../resolver/locator-resolver.ts';
import { createCaseRunner, type LocatorCase } from './run-cases.ts';

// usage: npm run conformance:locators -- CASES.json [--at-least N]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'at-least': { type: 'string', default: '0' } },
});
const [file] = positionals;
if (file === undefined) {
  throw new Error('Name the file of cases: npm run conformance:locators -- CASES.json');
}
const cases = JSON.parse(await readFile(file, 'utf8')) as readonly LocatorCase[];

await using launched = await openBrowser();
await using opened = await launched.openPage();
const { page } = opened;
await using resolver = await createLocatorResolver(page);
const runCase = createCaseRunner({ page, resolver });

let agreed = 0;
for (const [index, locatorCase] of cases.entries()) {
  const result = await runCase(locatorCase);
  if (result.kind === 'agrees') {
    agreed += 1;
    continue;
  }
  print(`${index}: ${locatorCase.python}`);
  print(`  expected ${JSON.stringify(locatorCase.matched.map(({ path }) => path))}`);
  print(`  found    ${JSON.stringify(result.found)}`);
}
print(`${agreed} of ${cases.length}`);
if (agreed < Number(values['at-least'])) process.exitCode = 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

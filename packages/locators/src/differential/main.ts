// Prints a Markdown table of the locators that have the same meaning in Errand and in Playwright.
// usage: pnpm differential
import { groups, openComparer } from './compare.ts';

await using comparer = await openComparer();
const disagreements: string[] = [];
print('| Group | Pairs | Agreements | Disagreements |');
print('| --- | --- | --- | --- |');
for (const group of groups) {
  let agreed = 0;
  for (const pair of group.pairs) {
    const { ours, theirs } = await comparer.compare(group, pair);
    // Two empty results would always agree.
    if (ours.length > 0 && ours.join('\n') === theirs.join('\n')) agreed += 1;
    else
      disagreements.push(`${pair[0]}\n  Errand     ${ours.join()}\n  Playwright ${theirs.join()}`);
  }
  const { length } = group.pairs;
  print(`| ${group.name} | ${length} | ${agreed} | ${length - agreed} |`);
}
for (const disagreement of disagreements) print(`\n${disagreement}`);
if (disagreements.length > 0) process.exitCode = 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

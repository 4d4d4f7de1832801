// Records what a person does with widgets of public npm packages, replays it in a clean browser
// context, and prints which nodes did not replay.
import { openPerson } from '@errand/automation-engine/person';
import { openBrowser } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseTableFlags, type TableFlags } from '../gallery/flags.ts';
import { startGallerySite } from '../gallery/gallery-site.ts';
import { inParallel } from '../gallery/in-parallel.ts';
import { installPackages, readVersions } from '../gallery/install-packages.ts';
import { GALLERY, type PlannedCase, runTable, say } from '../gallery/run-table.ts';
import { USAGE } from './flags.ts';
import { recordWidget } from './record-widget.ts';
import { printCase, printTotals } from './print-table.ts';

await runTable({ usage: USAGE, file: 'recorded.json', parse: parseTableFlags, run });

/** Returns the exit status: 1 if less than 95 % of the nodes replay. */
async function run(flags: TableFlags, planned: readonly PlannedCase[]): Promise<number> {
  installPackages({ directory: GALLERY }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(GALLERY));
  // Each person has one screen.
  const desks = await Promise.all(
    Array.from({ length: flags.parallel }, async () => {
      const browser = owned.use(await openBrowser());
      return { browser, person: owned.use(await openPerson(browser.environment)), site };
    }),
  );
  const cases = await inParallel(flags.parallel, planned, async ({ widget, gallery }, index) => {
    const desk = desks.pop();
    if (!desk) throw new Error('Every person is busy.');
    const result = await recordWidget(desk, { widget, gallery, run: `r${index + 1}` });
    desks.push(desk);
    printCase(result, say);
    return result;
  });
  const summary = printTotals(cases, say);
  mkdirSync(dirname(flags.file), { recursive: true });
  const [desk] = desks;
  const chromium = await desk?.browser.browser.version();
  const result = { chromium, summary, packages: readVersions(), cases };
  writeFileSync(flags.file, `${JSON.stringify(result, null, 2)}\n`);
  say(flags.file);
  return summary.isGood ? 0 : 1;
}

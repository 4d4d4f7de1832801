// Exports the gallery's automations as scripts of other tools, runs those with the real tools, and
// prints which do not do what the automation does although their report does not say so.
import { openBrowser } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ExportFlags, parseExportFlags, USAGE } from './flags.ts';
import { startGallerySite } from '../gallery/gallery-site.ts';
import { inParallel } from '../gallery/in-parallel.ts';
import { installPackages, readVersions } from '../gallery/install-packages.ts';
import { GALLERY, type PlannedCase, runTable, say } from '../gallery/run-table.ts';
import { printCase, printTotals } from './print-table.ts';
import { type Desk, runExported } from './run-exported.ts';
import { assertPlaywright } from './run-python.ts';

await runTable({
  usage: USAGE,
  file: 'exported.json',
  parse: parseExportFlags,
  // Others do not show whether a script does the same.
  accepts: ({ shows }) => shows !== undefined,
  run,
});

/** Returns the exit status: 1 if a script does something else without its report saying so. */
async function run(flags: ExportFlags, planned: readonly PlannedCase[]): Promise<number> {
  const { python } = flags;
  if (python !== undefined) await assertPlaywright(python);
  installPackages({ directory: GALLERY }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(GALLERY));
  const desks: Desk[] = [];
  for (let index = 0; index < flags.parallel; index += 1) {
    desks.push({ browser: owned.use(await openBrowser()), site, python });
  }
  const cases = await inParallel(flags.parallel, planned, async ({ widget, gallery }, index) => {
    const desk = desks.pop();
    if (!desk) throw new Error('Every browser is busy.');
    const result = await runExported(desk, { widget, gallery, run: `e${index + 1}` });
    desks.push(desk);
    printCase(result, say);
    return result;
  });
  const summary = printTotals(cases, say);
  mkdirSync(dirname(flags.file), { recursive: true });
  const result = { summary, packages: readVersions(), cases };
  writeFileSync(flags.file, `${JSON.stringify(result, null, 2)}\n`);
  say(flags.file);
  return summary.isGood ? 0 : 1;
}

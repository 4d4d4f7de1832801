// Exports the gallery's automations as scripts of other tools, runs those with the real tools, and
// prints which do not do what the automation does although their report does not say so.
import { openBrowser } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExportFlags, parseExportFlags, USAGE } from './flags.ts';
import { startGallerySite } from '../gallery/gallery-site.ts';
import { inParallel } from '../gallery/in-parallel.ts';
import { installPackages, readVersions } from '../gallery/install-packages.ts';
import { widgets } from '../gallery/widgets.ts';
import { printCase, printTotals } from './print-table.ts';
import { type Desk, runExported } from './run-exported.ts';
import { assertPlaywright } from './run-python.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = join(root, '.errand/gallery');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const flags = parseExportFlags(process.argv.slice(2), join(directory, 'exported.json'));
  const planned = planCases(flags.only);
  if (flags.help) say(USAGE);
  else if (flags.list)
    for (const { widget, gallery } of planned) say(`${widget.name}: ${gallery.name}`);
  else process.exitCode = await run(flags, planned);
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
process.disconnect?.();

type Planned = ReturnType<typeof planCases>;

/** Returns the exit status: 1 if a script does something else without its report saying so. */
async function run(flags: ExportFlags, planned: Planned): Promise<number> {
  const { python } = flags;
  if (python !== undefined) await assertPlaywright(python);
  installPackages({ directory }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(directory));
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

/** Only cases after which a page shows whether its script did the same. */
function planCases(only: readonly string[]) {
  return widgets
    .flatMap((widget) => widget.cases.map((gallery) => ({ widget, gallery })))
    .filter(({ gallery }) => gallery.shows !== undefined)
    .filter(
      ({ widget, gallery }) =>
        only.length === 0 || only.some((text) => `${widget.name}: ${gallery.name}`.includes(text)),
    );
}

// Records what a person does with widgets of public npm packages, replays it in a clean browser
// context, and prints which nodes did not replay.
import { openPerson } from '@errand/automation-engine/person';
import { openBrowser } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTableFlags, type TableFlags } from '../gallery/flags.ts';
import { startGallerySite } from '../gallery/gallery-site.ts';
import { inParallel } from '../gallery/in-parallel.ts';
import { installPackages, readVersions } from '../gallery/install-packages.ts';
import { widgets } from '../gallery/widgets.ts';
import { USAGE } from './flags.ts';
import { recordWidget } from './record-widget.ts';
import { printCase, printTotals } from './print-table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = join(root, '.errand/gallery');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const flags = parseTableFlags(process.argv.slice(2), join(directory, 'recorded.json'));
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

/** Returns the exit status: 1 if less than 95 % of the nodes replay. */
async function run(flags: TableFlags, planned: Planned): Promise<number> {
  installPackages({ directory }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(directory));
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

function planCases(only: readonly string[]) {
  const all = widgets.flatMap((widget) => widget.cases.map((gallery) => ({ widget, gallery })));
  if (only.length === 0) return all;
  return all.filter(({ widget, gallery }) =>
    only.some((text) => `${widget.name}: ${gallery.name}`.includes(text)),
  );
}

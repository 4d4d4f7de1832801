// Runs widgets of public npm packages with Errand and with Playwright, and prints where they
// differ.
import { findChromium } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { parseFlags, USAGE, type Flags } from './flags.ts';
import { startGallerySite } from './gallery-site.ts';
import { installPackages, readVersions } from './install-packages.ts';
import { printCase, printTotals } from './print-report.ts';
import { runGallery, type CaseResult, type PlannedCase } from './run-gallery.ts';
import { startErrand } from './start-errand.ts';
import { widgets } from './widgets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = join(root, '.errand/gallery');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const flags = parseFlags(process.argv.slice(2), join(directory, 'result.json'));
  const planned = planCases(flags.only);
  if (flags.help) say(USAGE);
  else if (flags.list)
    planned.forEach(({ widget, gallery }) => say(`${widget.name}: ${gallery.name}`));
  else process.exitCode = await run(flags, planned);
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
process.disconnect?.();

/** Returns the exit status: 1 if Errand fails a case that Playwright passes. */
async function run(flags: Flags, planned: readonly PlannedCase[]): Promise<number> {
  installPackages({ directory }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(directory));
  const browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: false });
  owned.defer(() => browser.close());
  const api = flags.isPlaywrightOnly
    ? undefined
    : await startErrand(owned, { directory, slots: flags.parallel, say });
  const results = await runGallery({ browser, site, api }, planned, {
    parallel: flags.parallel,
    onResult: (result) => printCase(result, say),
  });
  const isGood = printTotals(results, say);
  writeResult(flags.file, browser.version(), results);
  say(flags.file);
  return isGood ? 0 : 1;
}

function planCases(only: readonly string[]): PlannedCase[] {
  const all = widgets.flatMap((widget) => widget.cases.map((gallery) => ({ widget, gallery })));
  if (only.length === 0) return all;
  return all.filter(({ widget, gallery }) =>
    only.some((text) => `${widget.name}: ${gallery.name}`.includes(text)),
  );
}

function writeResult(file: string, chromiumVersion: string, cases: readonly CaseResult[]): void {
  const versions = readVersions();
  const names = [...new Set(cases.flatMap((result) => result.packages))].toSorted();
  const packages = Object.fromEntries(names.map((name) => [name, versions[name]]));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ chromium: chromiumVersion, packages, cases }, null, 2)}\n`,
  );
}

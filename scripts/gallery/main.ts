// Runs widgets of public npm packages with Errand and with Playwright, and prints where they
// differ.
import { findChromium } from '@errand/test-kit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium } from 'playwright-core';
import { parseFlags, USAGE, type Flags } from './flags.ts';
import { startGallerySite } from './gallery-site.ts';
import { installPackages, readVersions } from './install-packages.ts';
import { printCase, printTotals } from './print-report.ts';
import { runGallery, type CaseResult } from './run-gallery.ts';
import { startErrand } from './start-errand.ts';
import { GALLERY, type PlannedCase, runTable, say } from './run-table.ts';

await runTable({ usage: USAGE, file: 'result.json', parse: parseFlags, run });

/** Returns the exit status: 1 if Errand fails a case that Playwright passes. */
async function run(flags: Flags, planned: readonly PlannedCase[]): Promise<number> {
  installPackages({ directory: GALLERY }, say);
  await using owned = new AsyncDisposableStack();
  const site = owned.use(await startGallerySite(GALLERY));
  const browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: false });
  owned.defer(() => browser.close());
  const api = flags.isPlaywrightOnly
    ? undefined
    : await startErrand(owned, { directory: GALLERY, slots: flags.parallel, say });
  const results = await runGallery({ browser, site, api }, planned, {
    parallel: flags.parallel,
    onResult: (result) => printCase(result, say),
  });
  const isGood = printTotals(results, say);
  writeResult(flags.file, browser.version(), results);
  say(flags.file);
  return isGood ? 0 : 1;
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

import { exportPlaywrightPython, exportPuppeteerReplay } from '@errand/importers';
import type { TestBrowser } from '@errand/test-kit';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { GallerySite } from '../gallery/gallery-site.ts';
import type { GalleryCase, Widget } from '../gallery/widget.ts';
import { runPython } from './run-python.ts';

const LONGEST_REASON = 300;

/** What runs one script at a time. */
export interface Desk {
  readonly browser: Pick<TestBrowser, 'openPage' | 'environment'>;
  readonly site: GallerySite;
  /** Undefined: no Python script runs. */
  readonly python: string | undefined;
}

export type Format = 'playwright-python' | 'puppeteer-replay';

export interface ExportedCase {
  readonly widget: string;
  readonly case: string;
  readonly runs: readonly ExportedRun[];
}

export interface ExportedRun {
  readonly format: Format;
  /**
   * `reported`: the report names nodes that were left out or changed, so the script need not have
   * the effect of the automation. `wrong`: nothing was reported.
   */
  readonly outcome: 'same' | 'reported' | 'wrong';
  /** Why the script does not have the effect of the automation. */
  readonly reason?: string;
  /** What the report says about nodes. */
  readonly odd: readonly string[];
}

interface Planned {
  readonly widget: Widget;
  readonly gallery: GalleryCase;
  readonly run: string;
}

/** Exports a case in each format, runs the scripts, and compares what their pages show. */
export async function runExported(desk: Desk, planned: Planned): Promise<ExportedCase> {
  const { widget, gallery, run } = planned;
  const runs = [await runFormat(desk, { ...planned, run: `${run}r` }, 'puppeteer-replay')];
  if (desk.python !== undefined) {
    runs.push(await runFormat(desk, { ...planned, run: `${run}p` }, 'playwright-python'));
  }
  return { widget: widget.name, case: gallery.name, runs };
}

async function runFormat(desk: Desk, planned: Planned, format: Format): Promise<ExportedRun> {
  const { site } = desk;
  const { widget, gallery, run } = planned;
  await site.open(run, widget, gallery);
  const automation = {
    url: `${site.url}/${run}/${widget.name}/`,
    parameters: {
      input_parameters: { site: [site.url], run: [run] },
      generated_parameters: {},
    },
    nodes: gallery.errand,
  };
  const { text, report } =
    format === 'playwright-python'
      ? exportPlaywrightPython(automation)
      : exportPuppeteerReplay(automation, gallery.name);
  const odd = report
    .filter(({ outcome }) => outcome !== 'mapped')
    .map(({ path, step, outcome, why }) => `${path} ${step} ${outcome}: ${why ?? ''}`);
  const reason = await runScript(desk, { ...planned, text, format });
  if (reason === undefined) return { format, outcome: 'same', odd };
  return { format, outcome: odd.length > 0 ? 'reported' : 'wrong', reason, odd };
}

interface Exported extends Planned {
  readonly text: string;
  readonly format: Format;
}

/** Returns why the script does not have the expected effect; undefined if it has. */
async function runScript(desk: Desk, exported: Exported): Promise<string | undefined> {
  const { run, gallery } = exported;
  try {
    await (exported.format === 'playwright-python'
      ? withPython(desk, exported)
      : withReplay(desk, exported));
  } catch (error) {
    const message = Error.isError(error) ? error.message : String(error);
    return message.slice(-LONGEST_REASON);
  }
  const shown = desk.site.shown(run);
  if (isDeepStrictEqual(shown, gallery.shows?.is)) return undefined;
  return `The page shows ${JSON.stringify(shown)}, not ${JSON.stringify(gallery.shows?.is)}.`;
}

async function withPython(
  { python = '', browser, site }: Desk,
  { text, run }: Exported,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'exported-'));
  try {
    const { environment } = browser;
    const lastUrl = `${site.url}/oracle/${run}`;
    await runPython({ text, file: join(directory, 'script.py'), lastUrl, python, environment });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function withReplay({ browser, site }: Desk, { text, run }: Exported): Promise<void> {
  await using opened = await browser.openPage();
  const { page } = opened;
  await page.bringToFront();
  const extension = new PuppeteerRunnerExtension(page.browser(), page);
  await (await createRunner(parse(JSON.parse(text)), extension)).run();
  await fetch(`${site.url}/oracle/${run}`);
}

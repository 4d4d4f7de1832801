import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '@errand/test-kit';
import { chromium } from 'playwright-core';
import { alternate, launchOptions, type Measurement, parseRounds } from './engine.ts';
import { engine } from './engine-runner.ts';
import { serveFormPage } from './form-page.ts';
import { STEPS_AFTER_GOTO } from './form-runner.ts';
import { playwright } from './playwright-runner.ts';
import { round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/trace.json', import.meta.url));
const LARGEST_COST = 1.1;
/** Rows of the table below the form: about 20 and 4,000 elements in the document. */
const PAGES = { small: 0, large: 1_000 };

/**
 * Fills in the form, alternating between no trace, a discarded trace (`TRACE=failed` with a
 * successful attempt), a packed trace (`all`) and Playwright's own tracing. Option: --rounds N
 * (default 15).
 */
export async function benchTrace(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '15' } },
  });
  const rounds = parseRounds(values.rounds);
  await using resources = new AsyncDisposableStack();
  const { browser, environment } = resources.use(await openBrowser());
  const peer = resources.use(await chromium.launch(launchOptions(environment)));
  const runners = [
    engine(browser),
    engine(browser, 'failed'),
    engine(browser, 'all'),
    playwright(peer),
    playwright(peer, { isTraced: true }),
  ];
  const pages: Record<string, object> = {};
  for (const [name, rows] of Object.entries(PAGES)) {
    await using form = await serveFormPage(rows);
    const measurements = await alternate(runners, rounds, form.url);
    const ratios = ratiosOf(measurements);
    say(`${name} page: step p50, processor time of a task (ms)`);
    for (const { name: runner, stepMs, taskCpuMs } of measurements) {
      say(`  ${runner}\t${stepMs.p50}\t${taskCpuMs}`);
    }
    say(`  failed/off ${ratios.failed} (target <= ${LARGEST_COST}), all/off ${ratios.all}`);
    say(`  failed adds ${ratios.failedCpu} of a step in processor time`);
    say(`  Playwright traced/untraced ${ratios.playwright}`);
    pages[name] = { measurements, ratios };
  }
  const results = { rounds, chromium: await browser.version(), processors: cpus().length, pages };
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

function ratiosOf(measurements: readonly Measurement[]) {
  const [off = NaN, failed = NaN, all = NaN, plain = NaN, traced = NaN] = measurements.map(
    ({ stepMs }) => stepMs.p50,
  );
  const [offCpu = NaN, failedCpu = NaN] = measurements.map(({ taskCpuMs }) => taskCpuMs);
  return {
    failed: round(failed / off),
    failedCpu: round((failedCpu - offCpu) / STEPS_AFTER_GOTO / off),
    all: round(all / off),
    playwright: round(traced / plain),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

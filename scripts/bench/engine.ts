import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium, openBrowser } from '@errand/test-kit';
import { chromium } from 'playwright-core';
import { engine } from './engine-runner.ts';
import { serveFormPage } from './form-page.ts';
import type { FormRunner } from './form-runner.ts';
import { playwright } from './playwright-runner.ts';
import { readCpuMs } from './process-tree.ts';
import { puppeteerLocators, puppeteerReplay, rawPuppeteer } from './puppeteer-runners.ts';
import { measureSampleWaits, type WaitTimes } from './sample-waits.ts';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/engine.json', import.meta.url));
const WARM_UP_ROUNDS = 3;

/** Time of a step divided by that of the other tool. */
export const engineTargets = { raw: 1, playwright: 0.7 };

export interface Measurement {
  readonly name: string;
  readonly stepMs: { readonly p50: number; readonly p90: number };
  /** Browser context, page, goto, all steps, and closing. */
  readonly taskMs: { readonly p50: number; readonly p90: number };
  /** Mean processor time of a task, in this process and in all browsers. */
  readonly taskCpuMs: number;
}

interface Samples {
  readonly runner: FormRunner;
  readonly stepMs: number[];
  readonly taskMs: number[];
  readonly taskCpuMs: number[];
}

/**
 * Fills in the same form with the engine and other tools, one task at a time and alternately, so
 * that load on the machine affects all of them equally. Options: --rounds N (default 15),
 * --no-waits skips the second part.
 */
export async function benchEngine(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '15' },
      'no-waits': { type: 'boolean', default: false },
    },
  });
  const rounds = parseRounds(values.rounds);
  await using resources = new AsyncDisposableStack();
  const { browser, environment } = resources.use(await openBrowser());
  const peer = resources.use(await chromium.launch(launchOptions(environment)));
  const form = resources.use(await serveFormPage());
  const runners = [
    engine(browser),
    rawPuppeteer(browser),
    puppeteerLocators(browser),
    puppeteerReplay(browser),
    playwright(peer),
  ];
  const measurements = await alternate(runners, rounds, form.url);
  const waits = values['no-waits'] ? undefined : await measureSampleWaits(browser);
  await report({
    rounds,
    chromium: await browser.version(),
    processors: cpus().length,
    measurements,
    ratios: ratiosOf(measurements),
    ...(waits && { sampleTask: waits }),
  });
}

/** The same executable and display that Puppeteer gets, so that only the tools differ. */
export function launchOptions(environment: NodeJS.ProcessEnv) {
  return {
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    headless: false,
    env: environment,
  };
}

export function parseRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds > 0) return rounds;
  throw new Error(`--rounds is "${text}": specify a whole number from 1.`);
}

export async function alternate(
  runners: readonly FormRunner[],
  rounds: number,
  url: string,
): Promise<Measurement[]> {
  const all = runners.map((runner): Samples => ({ runner, stepMs: [], taskMs: [], taskCpuMs: [] }));
  for (let index = -WARM_UP_ROUNDS; index < rounds; index += 1) {
    // Each round starts with another tool, so that no tool always follows the same one.
    const first = (index + WARM_UP_ROUNDS) % all.length;
    for (const samples of [...all.slice(first), ...all.slice(0, first)]) {
      const startedAt = performance.now();
      const startCpuMs = readCpuMs(process.pid);
      const stepMs = await samples.runner.run(url);
      if (index < 0) continue;
      samples.stepMs.push(stepMs);
      samples.taskMs.push(performance.now() - startedAt);
      samples.taskCpuMs.push(readCpuMs(process.pid) - startCpuMs);
    }
  }
  return all.map(({ runner, stepMs, taskMs, taskCpuMs }) => ({
    name: runner.name,
    stepMs: { p50: percentile(stepMs, 50), p90: percentile(stepMs, 90) },
    taskMs: { p50: percentile(taskMs, 50), p90: percentile(taskMs, 90) },
    taskCpuMs: round(taskCpuMs.reduce((sum, value) => sum + value, 0) / taskCpuMs.length),
  }));
}

interface Ratios {
  readonly engineToRaw: number;
  readonly engineToPlaywright: number;
}

function ratiosOf(measurements: readonly Measurement[]): Ratios {
  const [own, raw, , , peer] = measurements.map(({ stepMs }) => stepMs.p50);
  return {
    engineToRaw: round((own ?? NaN) / (raw ?? NaN)),
    engineToPlaywright: round((own ?? NaN) / (peer ?? NaN)),
  };
}

interface Report {
  readonly rounds: number;
  readonly chromium: string;
  readonly processors: number;
  readonly measurements: readonly Measurement[];
  readonly ratios: Ratios;
  readonly sampleTask?: WaitTimes;
}

async function report(results: Report): Promise<void> {
  const lines = results.measurements.map(({ name, stepMs, taskMs }) =>
    [name.padEnd(24), stepMs.p50, stepMs.p90, taskMs.p50, taskMs.p90].join('\t'),
  );
  say(`${'runner'.padEnd(24)}\tstep p50\tp90\ttask p50\tp90 (ms)`);
  for (const line of lines) say(line);
  say(`engine/raw ${results.ratios.engineToRaw} (target <= ${engineTargets.raw})`);
  say(
    `engine/playwright ${results.ratios.engineToPlaywright} (target <= ${engineTargets.playwright})`,
  );
  if (results.sampleTask) {
    const { defaultWaitsSeconds, fixedSleepsSeconds, ratio } = results.sampleTask;
    say(`sample task: ${defaultWaitsSeconds} s with default waits, ${fixedSleepsSeconds} s with`);
    say(`  fixed sleeps of the same values: ${ratio}`);
  }
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

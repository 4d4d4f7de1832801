import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Figures, readFigures } from './compare-figures.ts';
import { apiTargets } from './api.ts';
import { engineTargets } from './engine.ts';
import { queueTargets } from './queue.ts';
import { LONGEST_LOCATE_MS } from './session.ts';
import { round } from './statistics.ts';

const REPORTS = fileURLToPath(new URL('../../.errand/bench/', import.meta.url));

interface Target {
  readonly figure: string;
  /** Either the least or the largest value that meets the target. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Command that measures it, and path of the figure in its report: see `readFigures`. */
  readonly bench: string;
  readonly path: string;
  /** Path of a figure to divide by. */
  readonly per?: string;
}

/** Targets for a quiet machine with two cores. Ratios hold on others, too; times and rates do not. */
const TARGETS: readonly Target[] = [
  {
    figure: 'tasks/s, a process each / raw Puppeteer, headful',
    atLeast: 1,
    bench: 'fleet',
    path: 'ratios.errand, process / puppeteer headful, new browser.rate',
  },
  {
    figure: 'tasks/s, a process each / raw Puppeteer, headless',
    atLeast: 0.85,
    bench: 'fleet',
    path: 'ratios.errand, process / puppeteer headless, new browser.rate',
  },
  {
    figure: 'tasks/s in contexts',
    atLeast: 2.8,
    bench: 'fleet',
    path: 'summaries.errand, context.tasksPerSecond',
  },
  {
    figure: 'tasks/s in contexts / raw Puppeteer with contexts, headful',
    atLeast: 0.8,
    bench: 'fleet',
    path: 'ratios.errand, context / puppeteer headful, contexts.rate',
  },
  {
    figure: 'tasks/s in contexts / raw Puppeteer with contexts, headless',
    atLeast: 0.8,
    bench: 'fleet',
    path: 'ratios.errand, context / puppeteer headless, contexts.rate',
  },
  {
    figure: 'time of a step / Playwright',
    atMost: engineTargets.playwright,
    bench: 'engine',
    path: 'ratios.engineToPlaywright',
  },
  {
    figure: 'time of a step / raw Puppeteer',
    atMost: engineTargets.raw,
    bench: 'engine',
    path: 'ratios.engineToRaw',
  },
  {
    figure: 'time of a task / Playwright, p50',
    atMost: 1,
    bench: 'engine',
    path: 'measurements.engine.taskMs.p50',
    per: 'measurements.playwright-core.taskMs.p50',
  },
  {
    figure: 'counting by role and name (one query), ms, p50',
    atMost: 0.95,
    bench: 'locators',
    path: 'results.form: get_by_role("button", name="Send").ms.count.p50',
  },
  {
    figure: 'submissions/s / bare pg-boss',
    atLeast: queueTargets.submitRatio,
    bench: 'queue',
    path: 'submit.submit, no login queue.ratio',
  },
  {
    figure: 'submissions/s with login queues / bare pg-boss',
    atLeast: queueTargets.submitRatio,
    bench: 'queue',
    path: 'submit.submit, 200 login queues.ratio',
  },
  {
    figure: 'submissions/s, a batch of 1,000 / single ones',
    atLeast: 3,
    bench: 'api',
    path: 'batch.ratio',
  },
  {
    figure: 'claim, a million waiting / 1,000',
    atMost: queueTargets.claimRatio,
    bench: 'queue',
    path: 'claimRatios.claim: 1000000 waiting / 1000.ratio',
  },
  {
    figure: 'submission to running, ms, p95',
    atMost: queueTargets.startMs,
    bench: 'queue',
    path: 'live.startMs.p95',
  },
  {
    figure: 'end to first byte of the callback, ms, p95',
    atMost: apiTargets.callbackMs,
    bench: 'api',
    path: 'callbacks.ms.p95',
  },
  { figure: 'npm start, warm, ms', atMost: 3_000, bench: 'start', path: 'warmMs' },
  { figure: 'errand --version, ms', atMost: 300, bench: 'start', path: 'commandMs' },
  {
    figure: 'worker that waits, without its browser, MB',
    atMost: 150,
    bench: 'start',
    path: 'workerMb',
  },
  {
    figure: 'viewer of a still screen, KB',
    atMost: 10,
    bench: 'stream',
    path: 'bridge.memory.gateway.kbPerViewer',
  },
  {
    figure: 'control plane with 1,000 event streams, MB',
    atMost: apiTargets.streamsMb,
    bench: 'api',
    path: 'streams.fullMb',
  },
  {
    figure: 'growth of the worker per 1,000 tasks, MB',
    atMost: 1,
    bench: 'soak',
    path: 'slopes.worker.memoryMb',
  },
  {
    figure: 'growth of the control plane per 1,000 tasks, MB',
    atMost: 1,
    bench: 'soak',
    path: 'slopes.controlPlane.memoryMb',
  },
  {
    figure: 'locate in a debug session, ms, p95',
    atMost: LONGEST_LOCATE_MS,
    bench: 'session',
    path: 'measured.session.locate.p95',
  },
];

/**
 * Shows the targets with the figures of the last run of each bench, as a table in Markdown. Options:
 * --before FOLDER: reports of an earlier commit, copied from `.errand/bench`, for a column before
 * the present figures.
 */
export async function showTargets(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { before: { type: 'string' } } });
  const { before } = values;
  const [readBefore, readNow] = [createReader(before), createReader(REPORTS)];
  const columns = ['figure', 'target', ...(before === undefined ? [] : ['before']), 'now', 'met'];
  const rows = TARGETS.map((target) => {
    const [earlier, now] = [readBefore(target), readNow(target)];
    const cells = [target.figure, describeTarget(target)];
    if (before !== undefined) cells.push(show(earlier, target.bench));
    return [...cells, show(now, target.bench), now === undefined ? '' : verdictOn(target, now)];
  });
  for (const cells of [columns, columns.map(() => '---'), ...rows]) say(`| ${cells.join(' | ')} |`);
  for (const bench of new Set(TARGETS.map((target) => target.bench))) {
    const file = fileOf(REPORTS, bench);
    if (existsSync(file)) say(`${bench}: measured ${statSync(file).mtime.toISOString()}`);
  }
}

/** Returns a function that reads the figure of a target from a folder of reports. */
function createReader(folder: string | undefined): (target: Target) => number | undefined {
  const reports = new Map<string, Figures>();
  return ({ bench, path, per }) => {
    if (folder === undefined) return undefined;
    const file = fileOf(folder, bench);
    if (!existsSync(file)) return undefined;
    const figures = reports.get(bench) ?? readFigures(JSON.parse(readFileSync(file, 'utf8')));
    reports.set(bench, figures);
    const [value, divisor = 1] = [figures.get(path), per === undefined ? 1 : figures.get(per)];
    return value === undefined ? undefined : round(value / divisor);
  };
}

const fileOf = (folder: string, bench: string): string => join(folder, `${bench}.json`);

function describeTarget({ atLeast, atMost }: Target): string {
  return atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
}

function verdictOn({ atLeast = -Infinity, atMost = Infinity }: Target, value: number): string {
  return value >= atLeast && value <= atMost ? 'yes' : 'no';
}

const show = (value: number | undefined, bench: string): string =>
  value === undefined ? `run \`pnpm bench ${bench}\`` : String(value);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

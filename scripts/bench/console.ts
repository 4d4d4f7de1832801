import { startOwnPostgres } from '@errand/test-kit';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildBundle } from '../../apps/console/src/bundle/build-bundle.ts';
import { INITIAL_LIMIT } from '../../apps/console/src/bundle/initial-size.ts';
import { measureEvents } from '../../apps/console/src/testing/measure-events.ts';
import { measureLoading } from '../../apps/console/src/testing/measure-loading.ts';
import { measureReconnect } from '../../apps/console/src/testing/measure-reconnect.ts';
import {
  type ConsoleStage,
  openConsoleStage,
} from '../../apps/console/src/testing/open-console-stage.ts';
import { openTab } from '../../apps/console/src/testing/open-tab.ts';
import { type TouredPage, tourPages } from '../../apps/console/src/testing/tour-pages.ts';
import { listBundleFiles } from './bundle-files.ts';
import { percentile, round } from './statistics.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/console.json', import.meta.url));
const PARTS = ['size', 'loading', 'events', 'reconnect', 'scroll', 'pages'];

/** Smaller files are left out of the table. */
const SHOWN_BYTES = 2_000;

/** Changes that a page misses while it has no connection; all fit into the first screen of rows. */
const MISSED = 8;

/** Upper limit of each figure. */
const targets = {
  initialBytes: INITIAL_LIMIT,
  firstUsefulMs: 1_000,
  firstPaintMs: 1_500,
  largestPaintMs: 1_500,
  blockedMs: 600,
  shift: 0.1,
  eventP95Ms: 200,
  lostEvents: 0,
  scrollTaskMs: 50,
  elements: 2_000,
  faults: 0,
};

/**
 * The console in a browser against a running service: sizes, times, and what axe-core finds on
 * every page in light, dark, at 200 % and at 320 pixels, with screenshots in
 * `.errand/console-pictures`. Options: --tasks N (of the long list, default 10,000), --events N
 * (default 30), --parts size,loading,events,reconnect,scroll,pages.
 */
export async function benchConsole(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const has = (part: string): boolean => options.parts.includes(part);
  const initialBytes = has('size') ? await measureSize() : undefined;
  await using postgres = await startOwnPostgres();
  await using stage = await openConsoleStage({ databaseUrl: postgres.url });
  const loading = has('loading') ? await measureLoading(stage) : undefined;
  const events = has('events') ? await measureEvents(stage, options.events) : undefined;
  const reconnect = has('reconnect') ? await measureReconnect(stage, MISSED) : undefined;
  const pages = has('pages') ? await tourPages(stage) : [];
  const scroll = has('scroll') ? await measureScroll(stage, options.tasks) : undefined;
  const figures = {
    initialBytes,
    ...loading,
    eventP95Ms: events && percentile(events, 95),
    lostEvents: reconnect?.lostEvents,
    scrollTaskMs: scroll?.longestMs,
    elements: scroll?.mostElements,
    faults: has('pages') ? countFaults(pages) : undefined,
  };
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  report(figures);
  if (reconnect) say(`The list was complete ${reconnect.caughtUpMs} ms after the reconnection.`);
  if (pages.length > 0) reportPages(pages);
  await mkdir(dirname(reportPath), { recursive: true });
  const machine = { processors: cpus().length, load: loadavg() };
  const measured = { options, ...machine, figures, reconnect, pages, targets };
  await writeFile(reportPath, `${JSON.stringify(measured, undefined, 2)}\n`);
  say(reportPath);
}

async function measureSize(): Promise<number> {
  // Otherwise React's development checks would be counted.
  process.env['NODE_ENV'] = 'production';
  const folder = await mkdtemp(join(tmpdir(), 'errand-bundle-'));
  try {
    const bytes = await buildBundle(folder);
    console.table((await listBundleFiles(folder)).filter(({ gzip }) => gzip >= SHOWN_BYTES));
    return bytes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureScroll(stage: ConsoleStage, count: number) {
  await stage.addTasks(count);
  await using tab = await openTab(stage.browser, stage.fleet.controlPlane.url);
  await tab.signIn(stage.apiKey);
  await tab.go('/tasks', 'Tasks');
  // Without await, the tab would be closed first.
  return await tab.scrollThrough(count);
}

const countFaults = (pages: readonly TouredPage[]): number =>
  pages.reduce((sum, { faults }) => sum + Object.values(faults).flat().length, 0);

function report(figures: Readonly<Partial<Record<keyof typeof targets, number | undefined>>>) {
  const rows = Object.entries(targets).flatMap(([name, target]) => {
    const value = figures[name as keyof typeof targets];
    if (value === undefined) return [];
    return [{ what: name, measured: round(value), 'at most': target, met: value <= target }];
  });
  console.table(rows);
}

/** A line for each page with the number of faults in each state, then the faults. */
function reportPages(pages: readonly TouredPage[]): void {
  console.table(
    pages.map(({ name, faults }) => ({
      page: name,
      ...Object.fromEntries(Object.entries(faults).map(([state, found]) => [state, found.length])),
    })),
  );
  for (const { name, faults } of pages) {
    for (const [state, found] of Object.entries(faults)) {
      for (const fault of found) say(`${name}, ${state}: ${fault}`);
    }
  }
}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '10000' },
      events: { type: 'string', default: '30' },
      parts: { type: 'string', default: PARTS.join(',') },
    },
  });
  return {
    tasks: parseCount('tasks', values.tasks),
    events: parseCount('events', values.events),
    parts: values.parts.split(',').map(parsePart),
  };
}

function parsePart(part: string): string {
  if (PARTS.includes(part)) return part;
  throw new Error(`--parts has "${part}": specify some of ${PARTS.join(', ')}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

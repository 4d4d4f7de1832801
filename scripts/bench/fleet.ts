import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { becomeReaper } from './become-reaper.ts';
import { type CpuTimes, openCpuMeter, subtract, sum } from './fleet-cpu.ts';
import { errandName, openErrand } from './fleet-errand.ts';
import { peers } from './fleet-peers.ts';
import { type FleetRunner, runTasks } from './fleet-runner.ts';
import { serveFormPage } from './form-page.ts';
import { startBenchServer, startBenchService } from './queue-service.ts';
import { percentile, round } from './statistics.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/fleet.json', import.meta.url));
/** Warm-up tasks: the worker's code is compiled and its first browsers are used. */
const WARM_UP_TASKS = 2;
const EMPTY = 'errand';

/** Workers to measure, by label, with their settings. */
const workers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  process: {},
  context: { BROWSER_ISOLATION: 'context' },
};

interface Batch {
  readonly tasks: number;
  readonly seconds: number;
  /** Milliseconds of processor time. */
  readonly cpu: CpuTimes;
}

/**
 * Measures the cost of a task: the form through the API with a callback, compared with scripts. All
 * run alternately, several tasks each. Options: --rounds N (default 3), --tasks N of each batch
 * (default 40), --at-once N (default 2), --only TEXT: runners whose name contains it.
 */
export async function benchFleet(given: readonly string[]): Promise<void> {
  const args = await becomeReaper(given);
  if (!args) return;
  const options = readOptions(args);
  await using owned = new AsyncDisposableStack();
  const form = owned.use(await serveFormPage());
  const server = owned.use(await startBenchServer());
  const databaseUrl = await server.createDatabase('fleet', EMPTY);
  const service = owned.use(await startBenchService(server, databaseUrl, form.url));
  const runners: FleetRunner[] = [];
  const ids: number[] = [];
  for (const [label, settings] of Object.entries(workers)) {
    if (!errandName(label).includes(options.only)) continue;
    const shared = { server, service, formUrl: form.url, slots: options.atOnce };
    const errand = owned.use(await openErrand({ ...shared, label, settings }));
    runners.push(errand);
    ids.push(errand.worker);
  }
  for (const [, open] of Object.entries(peers).filter(chosen(options.only))) {
    runners.push(owned.use(await open(form.url)));
  }
  if (runners.length === 0)
    throw new Error(`--only is "${options.only}": no runner has that name.`);
  using meter = openCpuMeter({ workers: ids, controlPlane: service.processId });
  const batches = await alternate(runners, options, meter.read);
  await report(options, batches);
}

const count = { type: 'string' } as const;

interface Options {
  readonly rounds: number;
  readonly tasks: number;
  readonly atOnce: number;
  readonly only: string;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: count, tasks: count, 'at-once': count, only: count },
  });
  return {
    rounds: parseCount('rounds', values.rounds ?? '3'),
    tasks: parseCount('tasks', values.tasks ?? '40'),
    atOnce: parseCount('at-once', values['at-once'] ?? '2'),
    only: values.only ?? '',
  };
}

function chosen(only: string): (entry: readonly [string, unknown]) => boolean {
  return ([name]) => name.includes(only);
}

async function alternate(
  runners: readonly FleetRunner[],
  { rounds, tasks, atOnce }: Options,
  read: () => CpuTimes,
): Promise<ReadonlyMap<string, readonly Batch[]>> {
  const batches = new Map<string, Batch[]>(runners.map(({ name }) => [name, []]));
  for (const runner of runners) {
    await runTasks(runner, WARM_UP_TASKS, atOnce);
    await runner.settle();
  }
  for (let index = 0; index < rounds; index += 1) {
    // Each round starts with another runner, so that none always follows the same one.
    const first = index % runners.length;
    for (const runner of [...runners.slice(first), ...runners.slice(0, first)]) {
      const before = read();
      const startedAt = performance.now();
      await runTasks(runner, tasks, atOnce);
      await runner.settle();
      const seconds = (performance.now() - startedAt) / 1_000;
      batches.get(runner.name)?.push({ tasks, seconds, cpu: subtract(read(), before) });
      process.stderr.write(`round ${index + 1}: ${runner.name}, ${round(seconds)} s\n`);
    }
  }
  return batches;
}

interface Summary {
  readonly name: string;
  /** Seconds of processor time per task: the median of the batches, and their extremes. */
  readonly cpuSeconds: { readonly p50: number; readonly least: number; readonly most: number };
  readonly parts: Readonly<Record<string, number>>;
  readonly tasksPerSecond: number;
}

/** Time that the installation uses while a peer runs does not count for the peer. */
const PEER_PARTS = ['chromium', 'Xvfb', 'openbox', 'driver'] as const;

/** The driver of Errand's tasks is the client, which other machines run. */
function costOf(name: string, { cpu, tasks }: Batch): number {
  const { driver: _client, ...own } = cpu;
  const parts = name.startsWith('errand')
    ? Object.values(own)
    : PEER_PARTS.map((part) => cpu[part]);
  return sum(parts) / tasks / 1_000;
}

function summarize(name: string, batches: readonly Batch[]): Summary {
  const costs = batches.map((batch) => costOf(name, batch));
  const parts = Object.keys(batches[0]?.cpu ?? {}) as (keyof CpuTimes)[];
  const medianOf = (part: keyof CpuTimes): number =>
    percentile(
      batches.map(({ cpu, tasks }) => cpu[part] / tasks / 1_000),
      50,
    );
  return {
    name,
    cpuSeconds: {
      p50: percentile(costs, 50),
      least: round(Math.min(...costs)),
      most: round(Math.max(...costs)),
    },
    parts: Object.fromEntries(parts.map((part) => [part, medianOf(part)])),
    tasksPerSecond: percentile(
      batches.map(({ tasks, seconds }) => tasks / seconds),
      50,
    ),
  };
}

async function report(
  options: Options,
  batches: ReadonlyMap<string, readonly Batch[]>,
): Promise<void> {
  const summaries = [...batches].map(([name, own]) => summarize(name, own));
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  for (const { name, cpuSeconds, tasksPerSecond, parts } of summaries) {
    const { p50, least, most } = cpuSeconds;
    say(`${name}: ${p50} CPU s per task (${least} to ${most}), ${tasksPerSecond} tasks/s`);
    const known = Object.entries(parts).filter(([, seconds]) => seconds > 0);
    say(`  ${known.map(([part, seconds]) => `${part} ${seconds}`).join(', ')}`);
  }
  const ratios = ratiosOf(summaries);
  for (const { name, cpu, rate } of ratios) say(`${name}: ${cpu} by CPU, ${rate} by tasks/s`);
  const results = { options, processors: cpus().length, load: loadavg(), summaries, ratios };
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

interface Ratio {
  /** `errand, process / puppeteer headful, new browser` */
  readonly name: string;
  /** How many tasks Errand runs in the processor time that the peer takes for one. */
  readonly cpu: number;
  /** How many tasks Errand runs in the time that the peer takes for one. */
  readonly rate: number;
}

function ratiosOf(summaries: readonly Summary[]): readonly Ratio[] {
  const own = summaries.filter(({ name }) => name.startsWith('errand'));
  const others = summaries.filter(({ name }) => !name.startsWith('errand'));
  return own.flatMap((one) =>
    others.map((other) => ({
      name: `${one.name} / ${other.name}`,
      cpu: round(other.cpuSeconds.p50 / one.cpuSeconds.p50),
      rate: round(one.tasksPerSecond / other.tasksPerSecond),
    })),
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openErrand } from './fleet-errand.ts';
import { serveFormPage } from './form-page.ts';
import { parseCount } from './parse-count.ts';
import { readOwnPssKb, readPssKb } from './process-tree.ts';
import { startBenchServer, startBenchService } from './queue-service.ts';
import { readFootprint } from './soak-samples.ts';
import { percentile, round } from './statistics.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const reportPath = join(root, '.errand/bench/start.json');
/** The last line that `npm start` prints once everything is ready. */
const READY = 'Ctrl-C stops everything.';
/** After this time without tasks, a worker has returned the memory that it does not need. */
const REST_MS = 45_000;
const COMMAND_ROUNDS = 10;

interface StartResult {
  /** `npm start` without the sample task: with a new database, and the median of later starts. */
  readonly coldMs: number;
  readonly warmMs: number;
  /** `errand --version`, and a Node that does nothing. Medians. */
  readonly commandMs: number;
  readonly nodeMs: number;
  /** Resident set size of a worker with one slot that has had a task. */
  readonly workerMb: number;
  /** Proportional set size of the browser and the display of its slot. */
  readonly slotMb: number;
}

/**
 * Measures how soon the local installation and the command line are there, and the memory of a
 * worker that waits. Options: --rounds N, of warm starts (default 3).
 */
export async function benchStart(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string' } } });
  const rounds = parseCount('rounds', values.rounds ?? '3');
  const starts = await measureStarts(rounds);
  await report({ ...starts, ...(await measureCommand()), ...(await measureWorker()) });
}

async function measureStarts(rounds: number): Promise<Pick<StartResult, 'coldMs' | 'warmMs'>> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-start-'));
  try {
    const coldMs = await timeStart(directory);
    const warm: number[] = [];
    for (let index = 0; index < rounds; index += 1) warm.push(await timeStart(directory));
    return { coldMs, warmMs: percentile(warm, 50) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the installation as users do, ends it, and returns the time until it was ready. */
async function timeStart(directory: string): Promise<number> {
  const startedAt = performance.now();
  const options = ['--no-sample', '--auto-ports', '--data-dir', directory];
  const child = spawn('npm', ['start', '--', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let readyMs: number | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (line !== READY) continue;
    readyMs = round(performance.now() - startedAt);
    child.kill('SIGTERM');
  }
  await ended;
  if (readyMs === undefined) throw new Error('`npm start` ended before it was ready.');
  return readyMs;
}

async function measureCommand(): Promise<Pick<StartResult, 'commandMs' | 'nodeMs'>> {
  const run = promisify(execFile);
  const samples = { command: [] as number[], node: [] as number[] };
  for (let index = 0; index < COMMAND_ROUNDS; index += 1) {
    samples.command.push(await time(() => run(join(root, 'bin/errand'), ['--version'])));
    samples.node.push(await time(() => run(process.execPath, ['--eval', '0'])));
  }
  return { commandMs: percentile(samples.command, 50), nodeMs: percentile(samples.node, 50) };
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}

async function measureWorker(): Promise<Pick<StartResult, 'workerMb' | 'slotMb'>> {
  await using owned = new AsyncDisposableStack();
  const form = owned.use(await serveFormPage());
  const server = owned.use(await startBenchServer());
  const databaseUrl = await server.createDatabase('start', 'errand');
  const service = owned.use(await startBenchService(server, databaseUrl, form.url));
  const options = { server, service, formUrl: form.url, slots: 1, label: 'waits', settings: {} };
  const errand = owned.use(await openErrand(options));
  await errand.run();
  await errand.settle();
  await delay(REST_MS);
  const slotKb = readPssKb(errand.worker) - readOwnPssKb(errand.worker);
  return { workerMb: readFootprint(errand.worker).memoryMb, slotMb: round(slotKb / 1024) };
}

async function report(result: StartResult): Promise<void> {
  const { coldMs, warmMs, commandMs, nodeMs, workerMb, slotMb } = result;
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  say(`npm start: ${coldMs} ms with a new database, then ${warmMs} ms`);
  say(`errand --version: ${commandMs} ms, of which Node alone takes ${nodeMs}`);
  say(`a worker that waits: ${workerMb} MB, and ${slotMb} MB for the browser of its slot`);
  await mkdir(dirname(reportPath), { recursive: true });
  const results = { processors: cpus().length, load: loadavg(), ...result };
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

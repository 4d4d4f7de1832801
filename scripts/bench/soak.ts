import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openErrand } from './fleet-errand.ts';
import { runTasks } from './fleet-runner.ts';
import { serveFormPage } from './form-page.ts';
import { startBenchServer, startBenchService } from './queue-service.ts';
import { type Footprint, readFootprint, slopeOf, type SoakSample } from './soak-samples.ts';
import { round } from './statistics.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/soak.json', import.meta.url));
/** Share of the tasks to skip while caches fill and code is compiled. */
const WARM_UP_SHARE = 0.2;

interface Options {
  readonly tasks: number;
  readonly atOnce: number;
  readonly every: number;
  readonly isolation: string;
}

/**
 * Measures resources that worker and control plane retain: memory, open files and threads while
 * form tasks run one after another. Options: --tasks N (default 1000), --at-once N (default 2),
 * --every N tasks between two samples (default 50), --isolation process|context (default process).
 */
export async function benchSoak(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using owned = new AsyncDisposableStack();
  const form = owned.use(await serveFormPage());
  const server = owned.use(await startBenchServer());
  const databaseUrl = await server.createDatabase('soak', 'errand');
  const service = owned.use(await startBenchService(server, databaseUrl, form.url));
  const errand = owned.use(
    await openErrand({
      server,
      service,
      formUrl: form.url,
      slots: options.atOnce,
      label: 'soak',
      settings: { BROWSER_ISOLATION: options.isolation },
    }),
  );
  const processes = { worker: errand.worker, controlPlane: service.processId };
  const samples: SoakSample[] = [];
  for (let done = 0; done < options.tasks;) {
    const some = Math.min(options.every, options.tasks - done);
    await runTasks(errand, some, options.atOnce);
    await errand.settle();
    done += some;
    const sample = {
      tasks: done,
      worker: readFootprint(processes.worker),
      controlPlane: readFootprint(processes.controlPlane),
    };
    samples.push(sample);
    process.stderr.write(`${describe(sample)}\n`);
  }
  await report(options, samples);
}

function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { tasks: text, 'at-once': text, every: text, isolation: text },
  });
  return {
    tasks: parseCount('tasks', values.tasks ?? '1000'),
    atOnce: parseCount('at-once', values['at-once'] ?? '2'),
    every: parseCount('every', values.every ?? '50'),
    isolation: values.isolation ?? 'process',
  };
}

function describe({ tasks, worker, controlPlane }: SoakSample): string {
  return `${tasks} tasks: worker ${describeOne(worker)}; control plane ${describeOne(controlPlane)}`;
}

function describeOne({ memoryMb, files, threads }: Footprint): string {
  return `${memoryMb} MB, ${files} files, ${threads} threads`;
}

async function report(options: Options, samples: readonly SoakSample[]): Promise<void> {
  const counted = samples.filter(({ tasks }) => tasks >= options.tasks * WARM_UP_SHARE);
  const slopes = (['worker', 'controlPlane'] as const).map((name) => ({
    name,
    /** Growth per 1,000 tasks. */
    memoryMb: slopeOf(counted, (sample) => sample[name].memoryMb),
    files: slopeOf(counted, (sample) => sample[name].files),
    threads: slopeOf(counted, (sample) => sample[name].threads),
  }));
  for (const { name, memoryMb, files, threads } of slopes) {
    say(`${name}, per 1,000 tasks: ${memoryMb} MB, ${files} files, ${threads} threads`);
  }
  await mkdir(dirname(reportPath), { recursive: true });
  const results = { options, load: loadavg().map(round), slopes, samples };
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

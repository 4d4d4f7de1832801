import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCallbacks, type CallbackResult } from './api-callback.ts';
import { measureReads, type ReadResult } from './api-read.ts';
import { measureBatch, type BatchResult } from './api-submit.ts';
import { measureValidator, type ValidatorResult } from './api-validator.ts';
import { startBenchServer, startBenchService } from './queue-service.ts';
import { round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/api.json', import.meta.url));

/** p95 in milliseconds. */
const targets = { statusMs: 10, pageMs: 20, callbackMs: 100 };

/**
 * The public API with many tasks stored. Options: --quick (100,000 tasks, about a minute), --tasks N (default a million),
 * --seconds N (of status batches), --pages N (of each kind), --callbacks N, --checks N (of the validator).
 */
export async function benchApi(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using server = await startBenchServer();
  const databaseUrl = await server.createDatabase('api');
  await using service = await startBenchService(server, databaseUrl, 'http://127.0.0.1:9/');
  const reads = await measureReads(service, databaseUrl, options);
  const callbacks = await measureCallbacks(service, options.callbacks);
  const batch = await measureBatch(service);
  const validator = await measureValidator(options.checks);
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  reportReads([reads.status], targets.statusMs, `with ${options.tasks} tasks stored`);
  reportReads(reads.pages, targets.pageMs, 'pages of tasks');
  reportCallbacks(callbacks);
  reportBatch(batch);
  reportValidator(validator);
  await mkdir(dirname(reportPath), { recursive: true });
  const results = { options, processors: cpus().length, load: loadavg() };
  const measured = { ...results, ...reads, callbacks, batch, validator, targets };
  await writeFile(reportPath, `${JSON.stringify(measured, undefined, 2)}\n`);
  say(reportPath);
}

const text = { type: 'string' } as const;

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      tasks: text,
      seconds: text,
      pages: text,
      callbacks: text,
      checks: text,
    },
  });
  const { quick } = values;
  return {
    tasks: parseCount('tasks', values.tasks ?? (quick ? '100000' : '1000000')),
    seconds: parseCount('seconds', values.seconds ?? (quick ? '5' : '30')),
    pages: parseCount('pages', values.pages ?? (quick ? '50' : '300')),
    callbacks: parseCount('callbacks', values.callbacks ?? (quick ? '20' : '100')),
    checks: parseCount('checks', values.checks ?? (quick ? '300' : '2000')),
  };
}

function parseCount(name: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name} is "${value}": give a whole number from 1.`);
}

function reportReads(results: readonly ReadResult[], target: number, title: string): void {
  say(`\n${title}\trequests\tp50 ms\tp95 ms`);
  for (const { name, requests, ms } of results) say([name, requests, ms.p50, ms.p95].join('\t'));
  for (const { name, ms } of results) verdict(name, ms.p95, target);
}

function reportCallbacks({ callbacks, ms }: CallbackResult): void {
  say('\ncallbacks');
  verdict(
    `final state -> first byte of ${callbacks}, p50 ${ms.p50} ms`,
    ms.p95,
    targets.callbackMs,
  );
}

function reportBatch({ tasks, aloneMs, batchMs, ratio }: BatchResult): void {
  say(`\nsubmitting ${tasks} tasks\tmedian ms`);
  say(`requests of their own\t${round(aloneMs)}`);
  say(`one batch\t${round(batchMs)}`);
  say(`ratio\t${ratio}`);
}

function reportValidator(results: readonly ValidatorResult[]): void {
  say('\nchecks of the document, medians\tonly read ms\tchecked ms\toverhead ms');
  for (const { name, ms } of results) say([name, ms.bare, ms.checked, ms.overhead].join('\t'));
}

function verdict(what: string, p95: number, target: number): void {
  const isMet = p95 <= target ? 'met' : 'not met';
  say(`${what}: p95 ${p95} ms (target <= ${target} ms: ${isMet})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

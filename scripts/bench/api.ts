import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCallbacks, type CallbackResult } from './api-callback.ts';
import { createBenchClient } from './api-client.ts';
import { type EventsResult, loadEvents, measureEvents } from './api-events.ts';
import { loadReads, measureReads, type ReadResult } from './api-read.ts';
import { measureBatch, type BatchResult } from './api-submit.ts';
import { measureStreams, type StreamsResult } from './api-streams.ts';
import { loadStatistics, measureStatistics, type StatisticsResult } from './api-statistics.ts';
import { measureValidator, type ValidatorResult } from './api-validator.ts';
import { measureWrites, type WritesResult } from './api-writes.ts';
import { type BenchService, startBenchServer, startBenchService } from './queue-service.ts';
import { round } from './statistics.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/api.json', import.meta.url));

/** p95 in milliseconds, and memory with all event streams in megabytes. */
export const apiTargets = {
  statusMs: 10,
  pageMs: 20,
  statisticsMs: 20,
  callbackMs: 30,
  streamsMb: 400,
};

/**
 * The public API with many tasks stored. Options: --quick (100,000 tasks, about a minute), --tasks N (default a million),
 * --seconds N (of status batches), --pages N (of each kind, and requests of statistics), --ends N (of tasks that a client follows), --rounds N (of
 * writes), --callbacks N, --streams N, --checks N (of the validator), --parts reads,statistics,... (default: all), --keep FOLDER (of the
 * database: the next run with it loads nothing).
 */
export async function benchApi(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using server = await startBenchServer(options.keep);
  const databaseUrl = await server.createDatabase('api');
  await using service = await startBenchService(server, databaseUrl, 'http://127.0.0.1:9/');
  const isNew = await loadReads(service, databaseUrl, options);
  if (isNew) await loadStatistics(databaseUrl);
  const measured = await measureParts(service, databaseUrl, options);
  await mkdir(dirname(reportPath), { recursive: true });
  const results = {
    options,
    processors: cpus().length,
    load: loadavg(),
    ...measured,
    targets: apiTargets,
  };
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

const PARTS = [
  'reads',
  'statistics',
  'events',
  'writes',
  'callbacks',
  'streams',
  'batch',
  'validator',
];

/** Measures the requested parts and reports them at the end. */
async function measureParts(
  service: BenchService,
  databaseUrl: string,
  options: ReturnType<typeof readOptions>,
): Promise<object> {
  const has = (part: string): boolean => options.parts.includes(part);
  using client = createBenchClient(service, 1);
  const reads = has('reads') ? await measureReads(service, databaseUrl, options) : undefined;
  const pageMs = reads?.pages[0]?.ms.p50 ?? NaN;
  const start = has('events') ? await loadEvents(service, databaseUrl) : undefined;
  const statistics = has('statistics')
    ? await measureStatistics(client, databaseUrl, { count: options.pages, pageMs })
    : [];
  const events = start && (await measureEvents(service, { start, ends: options.ends, pageMs }));
  const writes = has('writes') ? await measureWrites(service, databaseUrl, options.rounds) : [];
  const callbacks = has('callbacks')
    ? await measureCallbacks(service, options.callbacks)
    : undefined;
  const streams = has('streams') ? await measureStreams(service, options.streams) : undefined;
  const batch = has('batch') ? await measureBatch(service) : undefined;
  const validator = has('validator') ? await measureValidator(options.checks) : [];
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  if (reads) {
    reportReads([reads.status], apiTargets.statusMs, `with ${options.tasks} tasks stored`);
    reportReads(reads.pages, apiTargets.pageMs, 'pages of tasks');
  }
  if (has('statistics')) reportStatistics(statistics);
  if (events) reportEvents(events);
  if (has('writes')) reportWrites(writes);
  if (callbacks) reportCallbacks(callbacks);
  if (streams) reportStreams(streams);
  if (batch) reportBatch(batch);
  if (has('validator')) reportValidator(validator);
  return { ...reads, statistics, events, writes, callbacks, streams, batch, validator };
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
      ends: text,
      rounds: text,
      callbacks: text,
      streams: text,
      checks: text,
      keep: text,
      parts: { ...text, default: PARTS.join(',') },
    },
  });
  const { quick } = values;
  return {
    keep: values.keep,
    parts: parseParts(values.parts),
    tasks: parseCount('tasks', values.tasks ?? (quick ? '100000' : '1000000')),
    seconds: parseCount('seconds', values.seconds ?? (quick ? '5' : '30')),
    pages: parseCount('pages', values.pages ?? (quick ? '50' : '300')),
    ends: parseCount('ends', values.ends ?? (quick ? '10' : '30')),
    rounds: parseCount('rounds', values.rounds ?? (quick ? '3' : '7')),
    callbacks: parseCount('callbacks', values.callbacks ?? (quick ? '20' : '100')),
    streams: parseCount('streams', values.streams ?? '1000'),
    checks: parseCount('checks', values.checks ?? (quick ? '300' : '2000')),
  };
}

function parseParts(value: string): readonly string[] {
  const parts = value.split(',');
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown === undefined) return parts;
  throw new Error(`--parts has "${unknown}": specify some of ${PARTS.join(',')}.`);
}

function reportReads(results: readonly ReadResult[], target: number, title: string): void {
  say(`\n${title}\trequests\tp50 ms\tp95 ms`);
  for (const { name, requests, ms } of results) say([name, requests, ms.p50, ms.p95].join('\t'));
  for (const { name, ms } of results) verdict(name, ms.p95, target);
}

function reportStatistics(results: readonly StatisticsResult[]): void {
  say('\nstatistics\tbytes\tp50 ms\tp95 ms\tSQL over tasks ms\ttimes\tpages of tasks, times');
  for (const { name, bytes, ms, plainMs, plainRatio, pagesRatio } of results) {
    say([name, bytes, ms.p50, ms.p95, plainMs, plainRatio, pagesRatio].join('\t'));
  }
  for (const { name, ms } of results) verdict(name, ms.p95, apiTargets.statisticsMs);
}

function reportEvents({ latencyMs, firstMs, perSecond, pagesRatio }: EventsResult): void {
  say('\nevents of the account');
  say(`end of a task -> its event: p50 ${latencyMs.p50} ms, p95 ${latencyMs.p95} ms`);
  say(`continued after a day: 500 events in p50 ${firstMs.p50} ms, p95 ${firstMs.p95} ms`);
  say(`all of the day: ${perSecond} events/s; listing its tasks takes ${pagesRatio} times as long`);
}

function reportWrites(results: readonly WritesResult[]): void {
  say('\ntasks per second\twithout statistics and events\twith them\tratio');
  for (const { name, perSecond, ratio } of results) {
    say([name, perSecond.without, perSecond.with, ratio].join('\t'));
  }
}

function reportCallbacks({ callbacks, ms }: CallbackResult): void {
  say('\ncallbacks');
  verdict(
    `final state -> first byte of ${callbacks}, p50 ${ms.p50} ms`,
    ms.p95,
    apiTargets.callbackMs,
  );
}

function reportStreams({ streams, emptyMb, fullMb, kbPerStream }: StreamsResult): void {
  const isMet = fullMb <= apiTargets.streamsMb ? 'met' : 'not met';
  say(
    `\n${streams} event streams: ${kbPerStream} KB each, control plane ${emptyMb} -> ${fullMb} MB`,
  );
  say(`(target <= ${apiTargets.streamsMb} MB: ${isMet})`);
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

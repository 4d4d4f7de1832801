import { createBenchClient } from './api-client.ts';
import { submitTask } from './api-writes.ts';
import { openDatabase } from './queue-load.ts';
import type { BenchService } from './queue-service.ts';
import { percentile, round } from './statistics.ts';

/** The events of a day with one task per second and four events per task. */
const KEPT = 345_600;
const FIRST = 500;
/** Tasks on the largest page. */
const PAGE = 100;
const READS = 10;
const DEADLINE_MS = 120_000;

export interface EventsResult {
  /** Time from the response to the request that ends a task until the task's event arrives. */
  readonly latencyMs: { readonly p50: number; readonly p95: number };
  /** Time until a client that continues after a day has the first 500 events. */
  readonly firstMs: { readonly p50: number; readonly p95: number };
  /** Events per second until that client has all of them. */
  readonly perSecond: number;
  /** How many times longer it takes to list the tasks of the day page by page. */
  readonly pagesRatio: number;
}

/**
 * Stores the events of a day as if they had happened one by one. Returns the id of the position
 * before them.
 */
export async function loadEvents(service: BenchService, url: string): Promise<string> {
  const start = await readFirstId(service);
  await using database = openDatabase(url);
  await database.pool.query(
    `INSERT INTO account_events (account_id, xid, kind, data, created_at)
     SELECT t.account_id, pg_current_xact_id()::text::bigint, 'task', jsonb_build_object('task_id', t.id, 'recording_id', t.recording_id,
       'endpoint_name', t.endpoint_name, 'status', 'success', 'attempt', 1, 'error_class', NULL),
       now() - (${KEPT} - n) * interval '0.24 s'
     FROM (SELECT * FROM tasks LIMIT 1) t, generate_series(1, ${KEPT}) n`,
  );
  await database.pool.query('VACUUM ANALYZE account_events');
  return start;
}

/** Follows the account while tasks end, and reads the events of a day. */
export async function measureEvents(
  service: BenchService,
  {
    start: startId,
    ends,
    pageMs,
  }: { readonly start: string; readonly ends: number; readonly pageMs: number },
): Promise<EventsResult> {
  const latencies = await measureLatency(service, ends);
  const start = `?last_event_id=${startId}`;
  const firsts: number[] = [];
  for (let done = 0; done < READS; done += 1) {
    firsts.push(await timeEvents(service, start, FIRST));
  }
  const allMs = await timeEvents(service, start, KEPT);
  return {
    latencyMs: { p50: percentile(latencies, 50), p95: percentile(latencies, 95) },
    firstMs: { p50: percentile(firsts, 50), p95: percentile(firsts, 95) },
    perSecond: Math.round((KEPT * 1_000) / allMs),
    pagesRatio: round(((KEPT / 4 / PAGE) * pageMs) / allMs),
  };
}

async function readFirstId(service: BenchService): Promise<string> {
  await using stream = await openStream(service, '');
  const [, id] = /^id: (.+)$/m.exec(await stream.until('event: reset')) ?? [];
  if (id === undefined) throw new Error('The first event has no id.');
  return id;
}

async function measureLatency(service: BenchService, ends: number): Promise<readonly number[]> {
  using client = createBenchClient(service, 1);
  await using stream = await openStream(service, '?kinds=task');
  await stream.until('event: reset');
  const samples: number[] = [];
  for (let done = 0; done < ends; done += 1) {
    const taskId = await submitTask(client);
    await client.send(`/api/v1/tasks/${taskId}/cancel`, {});
    const endedAt = performance.now();
    await stream.until(taskId, '"cancelled"');
    samples.push(performance.now() - endedAt);
  }
  return samples;
}

async function timeEvents(service: BenchService, query: string, count: number): Promise<number> {
  const askedAt = performance.now();
  await using stream = await openStream(service, query);
  for (let seen = 0; seen < count; seen += 1) await stream.until('event: ');
  return performance.now() - askedAt;
}

/** An event stream of the account. */
async function openStream({ url, apiKey }: BenchService, query: string) {
  const { body } = await fetch(`${url}/api/v1/events${query}`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const events = splitEvents(body ?? new ReadableStream());
  return {
    /** Reads up to an event that contains all these strings. */
    async until(...texts: readonly string[]): Promise<string> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error('The event stream has ended.');
        if (texts.every((text) => value.includes(text))) return value;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await events.return();
    },
  };
}

async function* splitEvents(body: ReadableStream): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

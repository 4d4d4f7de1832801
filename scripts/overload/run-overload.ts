import { createApiKey, createApiClient } from '@errand/local-installation';
import pg from 'pg';
import { z } from 'zod';
import { createAccountLimitStore } from '../../apps/control-plane/src/accounts/account-limits.ts';
import { connectDatabase } from '../../apps/control-plane/src/database/connect-database.ts';
import {
  type BenchService,
  recordingOf,
  startBenchServer,
  startBenchService,
} from '../bench/queue-service.ts';
import { percentile, round } from '../bench/statistics.ts';
import type { OverloadOptions } from './flags.ts';
import { holdLeases } from './hold-leases.ts';
import type { Listener } from './load/load.ts';
import { startLoad } from './load/start-load.ts';

/** The control plane's limit on open event streams of an account. */
const STREAMS_OF_ACCOUNT = 50;
const submission = { endpoint_name: 'sleeper', input_parameters: { login: ['ann'] } };
const answerSchema = z.object({ task_id: z.string() });

export interface OverloadResult {
  readonly seconds: number;
  /** Submissions that returned 202, and how many of their tasks are in the database. */
  readonly accepted: number;
  readonly stored: number;
  /** Returned IDs that are not stored or were returned twice. */
  readonly missing: number;
  /** Count of each other status; `0` stands for a broken connection. */
  readonly refused: Readonly<Record<string, number>>;
  readonly submitMs: { readonly p50: number; readonly p95: number };
  readonly heartbeats: number;
  readonly failedHeartbeats: number;
  readonly heartbeatMs: { readonly p50: number; readonly p95: number; readonly longest: number };
  /** Lost leases, as counted by the workers and by the database. */
  readonly leasesLost: number;
  readonly attemptsLost: number;
  readonly stillRunning: number;
  /** Event streams that stayed open until the end. */
  readonly streams: number;
}

/**
 * Runs a control plane as in a deployment, on loopback, with more submissions than it can serve
 * concurrently.
 */
export async function runOverload(
  options: OverloadOptions,
  say: (line: string) => void,
): Promise<OverloadResult> {
  await using server = await startBenchServer();
  const databaseUrl = await server.createDatabase('overload');
  await using service = await startBenchService(server, databaseUrl, 'http://127.0.0.1:9/');
  await liftAccountLimit(databaseUrl);
  const listeners = await submitRunning(service, databaseUrl, options);
  say(`Holding ${options.running} running tasks on ${options.workers} workers...`);
  await using leases = await holdLeases(service, options);
  const { url, apiKey } = service;
  const common = { url, endsAt: Date.now() + options.seconds * 1_000 };
  const { streams, submissions, connections } = options;
  await using watching = startLoad({ ...common, kind: 'stream', listeners, streams });
  await watching.open;
  say(`${streams} event streams; submitting ${submissions} over ${connections} connections...`);
  const startedAt = performance.now();
  await using submitting = startLoad({
    ...common,
    kind: 'submit',
    apiKey,
    submissions,
    connections,
  });
  const submitted = await submitting.report;
  const seconds = round((performance.now() - startedAt) / 1_000);
  watching.end();
  const { held } = await watching.report;
  const kept = await readDatabase(databaseUrl, submitted.taskIds);
  const { heartbeats } = leases;
  return {
    seconds,
    accepted: submitted.taskIds.length,
    refused: submitted.refused,
    submitMs: summarize(submitted.milliseconds),
    heartbeats: heartbeats.length,
    failedHeartbeats: leases.failures(),
    heartbeatMs: { ...summarize(heartbeats), longest: round(Math.max(...heartbeats)) },
    leasesLost: leases.lost(),
    ...kept,
    streams: held,
  };
}

/** Returns a sentence with the figure for each guarantee that was violated. */
export function findFaults(result: OverloadResult, options: OverloadOptions): string[] {
  const { accepted, stored, missing, leasesLost, attemptsLost, stillRunning, streams } = result;
  const checks: readonly [boolean, string][] = [
    [accepted === options.submissions, `${accepted} of ${options.submissions} were accepted`],
    [
      accepted === stored && missing === 0,
      `${accepted} accepted, ${stored} stored, ${missing} missing`,
    ],
    [leasesLost + attemptsLost === 0, `${leasesLost} leases given up, ${attemptsLost} taken back`],
    [
      stillRunning === options.running,
      `${stillRunning} of ${options.running} tasks are still running`,
    ],
    [streams === options.streams, `${streams} of ${options.streams} event streams are open`],
  ];
  return checks.filter(([holds]) => !holds).map(([, sentence]) => sentence);
}

/** Like `errand admin accounts default-limit --running 0`: one account may use all slots. */
async function liftAccountLimit(url: string): Promise<void> {
  await using database = await connectDatabase({ url, poolSize: 1 });
  await createAccountLimitStore(database).setDefaults({ maxRunning: 0 });
}

/** Submits tasks that run until stopped, for as many accounts as the streams need. */
async function submitRunning(
  { url }: BenchService,
  databaseUrl: string,
  { running, streams }: OverloadOptions,
): Promise<Listener[]> {
  const accounts = Math.min(running, Math.ceil(streams / STREAMS_OF_ACCOUNT));
  const listeners: Listener[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const apiKey = await createApiKey(
      { databaseUrl, environment: process.env },
      { account: `overload-${account}` },
    );
    const api = createApiClient(url, apiKey);
    await api.post('/api/v1/update_example', recordingOf('http://127.0.0.1:9/', 'sleeper', 600));
    const taskIds: string[] = [];
    for (let task = account; task < running; task += accounts) {
      const answer = await api.post('/api/v1/inference', submission);
      taskIds.push(answerSchema.parse(answer).task_id);
    }
    listeners.push({ apiKey, taskIds });
  }
  return listeners;
}

async function readDatabase(url: string, taskIds: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<'stored' | 'known' | 'running' | 'lost', number>>(
      `SELECT count(*) FILTER (WHERE endpoint_name = 'order')::int AS stored,
         count(*) FILTER (WHERE id = ANY($1::uuid[]))::int AS known,
         count(*) FILTER (WHERE endpoint_name = 'sleeper' AND status = 'running')::int AS running,
         (SELECT count(*)::int FROM attempts WHERE outcome = 'lost') AS lost
       FROM tasks`,
      [taskIds],
    );
    const [row = { stored: 0, known: 0, running: 0, lost: 0 }] = rows;
    return {
      stored: row.stored,
      missing: taskIds.length - row.known,
      attemptsLost: row.lost,
      stillRunning: row.running,
    };
  } finally {
    await client.end();
  }
}

function summarize(milliseconds: readonly number[]) {
  return { p50: percentile(milliseconds, 50), p95: percentile(milliseconds, 95) };
}

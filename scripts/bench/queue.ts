import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureClaims, type ClaimResult } from './queue-claim.ts';
import { measureLive, type LiveResult } from './queue-live.ts';
import { startBenchServer } from './queue-service.ts';
import { CLIENTS, measureSubmit, type SubmitResult } from './queue-submit.ts';
import { round } from './statistics.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/queue.json', import.meta.url));

/** Target values. */
export const queueTargets = { submitRatio: 0.5, claimRatio: 1.2, startMs: 50, recoveryMs: 12_000 };

/**
 * The queue against pg-boss alone. Options: --quick (small sizes, under two minutes), --sizes N,N
 * (waiting tasks), --saturated N (tasks of a full login queue ahead of them), --claims N,
 * --submits N, --rounds N, --starts N, --kills N, --parts submit,claim,live.
 */
export async function benchQueue(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using server = await startBenchServer();
  const has = (part: string): boolean => options.parts.includes(part);
  const submit = has('submit') ? await measureSubmit(server, options) : undefined;
  const claims = has('claim') ? await measureClaims(server, options) : undefined;
  const live = has('live') ? await measureLive(server, options) : undefined;
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  if (submit) reportSubmit(submit);
  if (claims) reportClaims(claims);
  if (live) reportLive(live);
  await mkdir(dirname(reportPath), { recursive: true });
  const machine = { processors: cpus().length, load: loadavg() };
  const claimRatios = claims && ratiosOf(claims);
  const results = { options, ...machine, submit, claims, claimRatios, live, targets: queueTargets };
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

const text = { type: 'string' } as const;

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      sizes: text,
      saturated: text,
      claims: text,
      submits: text,
      rounds: text,
      starts: text,
      kills: text,
      parts: { ...text, default: 'submit,claim,live' },
    },
  });
  const { quick } = values;
  const sizes = values.sizes ?? (quick ? '1000,20000' : '1000,100000,1000000');
  return {
    sizes: sizes.split(',').map((size) => parseCount('sizes', size)),
    saturated: parseCount('saturated', values.saturated ?? (quick ? '20000' : '100000')),
    claims: parseCount('claims', values.claims ?? (quick ? '50' : '200')),
    submits: parseCount('submits', values.submits ?? (quick ? '300' : '1500')),
    rounds: parseCount('rounds', values.rounds ?? (quick ? '3' : '7')),
    starts: parseCount('starts', values.starts ?? (quick ? '5' : '30')),
    kills: parseCount('kills', values.kills ?? (quick ? '1' : '3')),
    parts: values.parts.split(','),
  };
}

function reportSubmit(results: readonly SubmitResult[]): void {
  say(`\nsubmit, ${CLIENTS} clients\tper second\tp50 ms\tp95 ms\tratio to bare send`);
  for (const { name, perSecond, latencyMs, ratio } of results) {
    say([name, perSecond, latencyMs.p50, latencyMs.p95, ratio].join('\t'));
  }
  for (const { name, ratio } of results.slice(1)) {
    verdict(
      `${name} / bare send ${ratio}`,
      ratio >= queueTargets.submitRatio,
      `>= ${queueTargets.submitRatio}`,
    );
  }
}

function reportClaims(results: readonly ClaimResult[]): void {
  say('\nclaim\twaiting\tin front\tp50 ms\tp95 ms');
  for (const { name, waiting, saturated, ms } of results) {
    say([name, waiting, saturated, ms.p50, ms.p95].join('\t'));
  }
  for (const { name, ratio } of ratiosOf(results)) {
    verdict(`${name} ${ratio}`, ratio <= queueTargets.claimRatio, `<= ${queueTargets.claimRatio}`);
  }
}

interface ClaimRatio {
  /** `claim: 1000000 waiting / 1000` */
  readonly name: string;
  /** Median divided by that with the fewest tasks waiting. */
  readonly ratio: number;
}

function ratiosOf(results: readonly ClaimResult[]): readonly ClaimRatio[] {
  return Object.values(Object.groupBy(results, ({ name }) => name)).flatMap((own = []) => {
    const [smallest, ...others] = own;
    return others.map(({ name, waiting, saturated, ms }) => {
      const front = saturated > 0 ? ` behind ${saturated} of a full login queue` : '';
      return {
        name: `${name}: ${waiting} waiting${front} / ${smallest?.waiting}`,
        ratio: round(ms.p50 / (smallest?.ms.p50 ?? NaN)),
      };
    });
  });
}

function reportLive({ startMs, recoveryMs }: LiveResult): void {
  say('\nidle worker');
  const start = `submit -> running p50 ${startMs.p50} ms, p95 ${startMs.p95} ms`;
  verdict(start, startMs.p95 <= queueTargets.startMs, `p95 <= ${queueTargets.startMs} ms`);
  const recovery = `kill -9 -> queued again p50 ${recoveryMs.p50} ms, longest ${recoveryMs.longest} ms`;
  verdict(
    recovery,
    recoveryMs.longest <= queueTargets.recoveryMs,
    `<= ${queueTargets.recoveryMs} ms`,
  );
}

function verdict(what: string, isMet: boolean, target: string): void {
  say(`${what} (target ${target}: ${isMet ? 'met' : 'not met'})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

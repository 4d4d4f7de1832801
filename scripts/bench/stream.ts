import { startOwnPostgres } from '@errand/test-kit';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openStage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { round } from './statistics.ts';
import { measureAttach, measureClosing, type AttachResult } from './stream-attach.ts';
import { measureLatency } from './stream-latency.ts';
import { measureMemory } from './stream-memory.ts';
import { measureThroughput } from './stream-throughput.ts';
import { parseCount } from './parse-count.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/stream.json', import.meta.url));

/** Target values. Memory counts what viewers add. */
const targets = { cpuRatio: 1, memoryRatio: 0.01, firstFrameMs: 300, closeMs: 1_000 };

/**
 * The gateway against Debian's websockify on the same source, and how soon viewers get the first
 * picture and the end. Options: --quick (small sizes, about two minutes), --megabytes N, --rounds
 * N,
 * --requests N, --viewers N, --attaches N, --parts bridge,attach.
 */
export async function benchStream(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await using postgres = await startOwnPostgres();
  const has = (part: string): boolean => options.parts.includes(part);
  const bridge = has('bridge') ? await measureBridges(postgres.url, options) : undefined;
  const attach = has('attach') ? await measureAttach(postgres.url, options.attaches) : undefined;
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  if (bridge) reportBridges(bridge);
  if (attach) reportAttach(attach);
  const results = { options, processors: cpus().length, load: loadavg(), bridge, attach };
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify({ ...results, targets }, undefined, 2)}\n`);
  say(reportPath);
}

type Options = ReturnType<typeof readOptions>;

async function measureBridges(databaseUrl: string, options: Options) {
  await using stage = await openStage({ databaseUrl });
  const { megabytes, rounds } = options;
  const throughput = [
    await measureThroughput(stage, { megabytes, rounds, writeBytes: 64 * 1024 }),
    await measureThroughput(stage, { megabytes: megabytes / 4, rounds, writeBytes: 4 * 1024 }),
  ];
  const latency = await measureLatency(stage, options.requests);
  const memory = await measureMemory(stage, options.viewers);
  const closing = await measureClosing(stage, { rounds, viewers: 50 });
  return { throughput, latency, memory, closing };
}

const text = { type: 'string' } as const;

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      megabytes: text,
      rounds: text,
      requests: text,
      viewers: text,
      attaches: text,
      parts: { ...text, default: 'bridge,attach' },
    },
  });
  const { quick } = values;
  return {
    megabytes: parseCount('megabytes', values.megabytes ?? (quick ? '200' : '800')),
    rounds: parseCount('rounds', values.rounds ?? (quick ? '3' : '7')),
    requests: parseCount('requests', values.requests ?? (quick ? '2000' : '10000')),
    viewers: parseCount('viewers', values.viewers ?? (quick ? '100' : '500')),
    attaches: parseCount('attaches', values.attaches ?? (quick ? '5' : '20')),
    parts: values.parts.split(','),
  };
}

type BridgeResults = Awaited<ReturnType<typeof measureBridges>>;

function reportBridges({ throughput, latency, memory, closing }: BridgeResults): void {
  say('\nto a viewer\twrites of\tms/MB\tMB/s');
  for (const { writeBytes, cpuMsPerMb, mbPerSecond, cpuRatio } of throughput) {
    for (const name of ['gateway', 'websockify']) {
      say([name, writeBytes, cpuMsPerMb[name], mbPerSecond[name]].join('\t'));
    }
    verdict(`CPU per MB of writes of ${writeBytes}: ratio`, cpuRatio, targets.cpuRatio);
  }
  say('\n64 bytes and back\tp50 ms\tp99 ms');
  say(['direct', latency.direct.p50, latency.direct.p99].join('\t'));
  for (const name of ['gateway', 'websockify'] as const) {
    const [all, added] = [latency[name], latency.added[name]];
    say([name, all.p50, all.p99, `added ${added.p50} ${added.p99}`].join('\t'));
  }
  say(`\n${memory.viewers} idle viewers\tempty MB\tfull MB\tKB each`);
  for (const name of ['gateway', 'websockify'] as const) {
    const { emptyMb, fullMb, kbPerViewer } = memory[name];
    say([name, emptyMb, fullMb, kbPerViewer].join('\t'));
  }
  say(`whole processes: ratio ${memory.totalRatio}`);
  verdict('memory that viewers add: ratio', memory.addedRatio, targets.memoryRatio);
  const closed = `end of a task to ${closing.viewers} closed viewers, p50 ${closing.closeMs.p50} ms, p95 ms`;
  verdict(closed, closing.closeMs.p95, targets.closeMs);
}

function reportAttach({ firstFrameMs: { first, others } }: AttachResult): void {
  say('\nviewers of real tasks');
  verdict(`first viewer to picture, p50 ${first.p50} ms, p95 ms`, first.p95, targets.firstFrameMs);
  verdict(
    `next viewers to picture, p50 ${others.p50} ms, p95 ms`,
    others.p95,
    targets.firstFrameMs,
  );
}

function verdict(what: string, value: number, target: number): void {
  say(`${what} ${value} (target <= ${target}: ${value <= target ? 'met' : 'not met'})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

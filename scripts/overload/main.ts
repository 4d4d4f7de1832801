// Shows that no lease is lost under public load: submissions and event streams alongside running
// tasks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseFlags, USAGE } from './flags.ts';
import { runScript, say } from '../system/run-script.ts';
import { findFaults, runOverload } from './run-overload.ts';

/**
 * Target for the p95 of heartbeats. A shared machine may miss it, so it does not affect the exit
 * code.
 */
const TARGET_MS = 1_000;

await runScript({ parseFlags, usage: USAGE, run });

/** Returns the exit status: 1 if a guarantee was violated. */
async function run({ options, file }: ReturnType<typeof parseFlags>): Promise<number> {
  const result = await runOverload(options, say);
  const faults = findFaults(result, options);
  const { submitMs, heartbeatMs } = result;
  const rows: readonly [string, string | number][] = [
    ['submissions accepted / stored', `${result.accepted} / ${result.stored}`],
    ['responses other than 202', JSON.stringify(result.refused)],
    [
      'seconds, submissions a second',
      `${result.seconds}, ${Math.round(result.accepted / result.seconds)}`,
    ],
    ['submit p50 / p95 ms', `${submitMs.p50} / ${submitMs.p95}`],
    ['heartbeats, of these failed', `${result.heartbeats}, ${result.failedHeartbeats}`],
    [
      'heartbeat p50 / p95 / longest ms',
      `${heartbeatMs.p50} / ${heartbeatMs.p95} / ${heartbeatMs.longest}`,
    ],
    [`heartbeat p95 < ${TARGET_MS} ms`, heartbeatMs.p95 < TARGET_MS ? 'met' : 'not met'],
    ['leases given up / taken back', `${result.leasesLost} / ${result.attemptsLost}`],
    ['tasks still running', `${result.stillRunning} of ${options.running}`],
    ['event streams open to the end', `${result.streams} of ${options.streams}`],
    ['processors, load', `${cpus().length}, ${loadavg().map(Math.round).join(' ')}`],
  ];
  for (const [name, value] of rows) say(`${name.padEnd(34)} ${value}`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ options, result, faults, load: loadavg() }, undefined, 2)}\n`,
  );
  say(file);
  return faults.length === 0 ? 0 : 1;
}

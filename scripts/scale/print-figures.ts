import { cpus } from 'node:os';
import type { ScaleResult } from './run-scale.ts';

const SHOWN_STATEMENTS = 12;
const SHOWN_TEXT = 110;
const SHOWN_FAULTS = 10;

/** Prints a table, then the faults. */
export function printFigures(result: ScaleResult, say: (line: string) => void): void {
  const { perSecond, startMs, submitMs, heartbeats, costs, streams } = result;
  const rows: readonly [string, string | number][] = [
    ['tasks', result.tasks],
    ['submitted, claimed, finished / s', list(perSecond)],
    ['submit p50, p95, p99 ms', list(submitMs)],
    ['submit to start p50, p95, p99 ms', list(startMs)],
    ['heartbeats, of these failed', `${heartbeats.count}, ${heartbeats.failed}`],
    ['heartbeat p50, p95, p99 ms', list(heartbeats.ms)],
    ['CPU ms per task: PostgreSQL, planes, fleet', list(costs.task)],
    ['CPU ms per idle worker and second', list(costs.idleWorker)],
    ['CPU ms per second without workers', list(costs.alone)],
    ['cores under load', list(costs.cores)],
    ['control planes MB: alone, idle, loaded', list(costs.controlPlanesMb)],
    ['control planes KB per idle worker', costs.kilobytesPerWorker],
    ['connections to PostgreSQL', costs.connections],
    ['streams opened, most, broken', `${streams.opened}, ${streams.most}, ${streams.broken}`],
    ['streams refused', JSON.stringify(streams.refused)],
    ['end of task to its event p50, p95, p99 ms', list(streams.delayMs)],
    ['event loops of the fleet late by p99 ms', result.fleetDelayMs],
    ['logged by workers', JSON.stringify(result.complaints)],
    ['processors; load alone, idle, loaded', `${cpus().length}; ${list(costs.load)}`],
  ];
  for (const [name, value] of rows) say(`${name.padEnd(44)} ${value}`);
  for (const { calls, totalMs, meanMs, isTop, text } of result.statements.slice(
    0,
    SHOWN_STATEMENTS,
  )) {
    say(
      `${totalMs} ms = ${calls} x ${meanMs}${isTop ? '' : ' (in a function)'}: ${text.slice(0, SHOWN_TEXT)}`,
    );
  }
  for (const { connections, state, event, mean } of result.waits.slice(0, SHOWN_STATEMENTS)) {
    say(`${mean} connections on average: ${connections}, ${state}, ${event}`);
  }
  const { faults } = result;
  for (const fault of faults.slice(0, SHOWN_FAULTS)) say(`FAULT: ${fault}`);
  if (faults.length > SHOWN_FAULTS) say(`FAULTS: ${faults.length}`);
}

function list(figures: Readonly<Record<string, number>>): string {
  return Object.values(figures).join(', ');
}

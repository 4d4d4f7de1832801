import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { readCpuMs, readPssKb } from '../bench/process-tree.ts';
import type { Installation } from './installation.ts';

/** Resources used by the parts of an installation. */
export interface Resources {
  /** Time of the reading, as a value of `performance.now()`. */
  readonly at: number;
  /** Processor time since the start, in milliseconds. */
  readonly cpuMs: {
    readonly postgres: number;
    readonly controlPlanes: number;
    /** The fleet's time is not part of the cost: it shows whether the workers were starved. */
    readonly fleet: number;
  };
  /** Proportional set size of all control planes, in megabytes. */
  readonly controlPlanesMb: number;
  /** Connections to PostgreSQL. */
  readonly connections: number;
  /** Load average of the machine over the last minute. */
  readonly load: number;
}

export async function readResources(
  installation: Installation,
  fleet: readonly number[],
): Promise<Resources> {
  const { postgres, controlPlanes } = installation.processIds;
  if (![postgres, ...controlPlanes, ...fleet].every(runs)) {
    throw new Error('A process has ended early: the logs say why.');
  }
  const [row] = await installation.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name LIKE 'errand-%'`,
  );
  return {
    at: performance.now(),
    cpuMs: {
      postgres: readCpuMs(postgres),
      controlPlanes: sum(controlPlanes.map(readCpuMs)),
      fleet: sum(fleet.map(readCpuMs)),
    },
    controlPlanesMb: sum(controlPlanes.map(readPssKb)) / 1_024,
    connections: row?.connections ?? 0,
    load: loadavg()[0] ?? 0,
  };
}

function runs(processId: number): boolean {
  return existsSync(`/proc/${processId}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

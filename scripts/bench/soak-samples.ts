import { readdirSync, readFileSync } from 'node:fs';
import { round } from './statistics.ts';

/** Resources of one process, without its children. */
export interface Footprint {
  /** Resident set size in megabytes. */
  readonly memoryMb: number;
  /** Open file descriptors: files, sockets, pipes and timers of the kernel. */
  readonly files: number;
  readonly threads: number;
}

export interface SoakSample {
  /** How many tasks have ended. */
  readonly tasks: number;
  readonly worker: Footprint;
  readonly controlPlane: Footprint;
}

export function readFootprint(processId: number): Footprint {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const valueOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    memoryMb: round(valueOf('VmRSS') / 1024),
    files: readdirSync(`/proc/${processId}/fd`).length,
    threads: valueOf('Threads'),
  };
}

/** Slope of the best-fit line per 1,000 tasks; NaN for fewer than two samples. */
export function slopeOf(
  samples: readonly SoakSample[],
  valueOf: (sample: SoakSample) => number,
): number {
  const middle = meanOf(samples.map(({ tasks }) => tasks));
  const level = meanOf(samples.map(valueOf));
  let covariance = 0;
  let variance = 0;
  for (const sample of samples) {
    covariance += (sample.tasks - middle) * (valueOf(sample) - level);
    variance += (sample.tasks - middle) ** 2;
  }
  return round((covariance / variance) * 1_000);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

import { round } from '../bench/statistics.ts';
import type { ScaleOptions } from './flags.ts';
import type { Resources } from './read-resources.ts';

interface Phase {
  readonly from: Resources;
  readonly to: Resources;
}

type Part = keyof Resources['cpuMs'];

/** Processor time by part of the installation, in milliseconds. */
type Cpu = Readonly<Record<Part, number>>;

export interface Costs {
  /** Time of all control planes, per second, without workers. */
  readonly alone: Cpu;
  /** Additional time per idle worker and second. */
  readonly idleWorker: Cpu;
  /** Time per task, beyond `alone`, including the waits and heartbeats of its worker. */
  readonly task: Cpu;
  /** Number of busy cores while tasks were submitted. */
  readonly cores: Cpu;
  /** Memory of all control planes in megabytes: without workers, with idle ones, and under load. */
  readonly controlPlanesMb: {
    readonly alone: number;
    readonly idle: number;
    readonly loaded: number;
  };
  /** Memory of the control planes per worker, in kilobytes: two held requests and their sockets. */
  readonly kilobytesPerWorker: number;
  /** Connections to PostgreSQL under load. */
  readonly connections: number;
  readonly load: { readonly alone: number; readonly idle: number; readonly loaded: number };
}

/** Derives the cost of each part of the work from the readings of the three phases. */
export function describeCosts(
  phases: {
    readonly alone: Phase;
    readonly idle: Phase;
    readonly loaded: Phase & { readonly peak: Resources };
  },
  { workers, tasks }: Pick<ScaleOptions, 'workers'> & { readonly tasks: number },
): Costs {
  const { alone, idle, loaded } = phases;
  const base = rateOf(alone);
  const whole = seconds(loaded);
  const idleMb = idle.to.controlPlanesMb - alone.to.controlPlanesMb;
  return {
    alone: each((part) => base[part]),
    idleWorker: each((part) => (rateOf(idle)[part] - base[part]) / workers),
    task: each((part) => (used(loaded)[part] - base[part] * whole) / tasks),
    cores: each((part) => rateOf({ from: loaded.from, to: loaded.peak })[part] / 1_000),
    controlPlanesMb: {
      alone: Math.round(alone.to.controlPlanesMb),
      idle: Math.round(idle.to.controlPlanesMb),
      loaded: Math.round(loaded.peak.controlPlanesMb),
    },
    kilobytesPerWorker: Math.round((idleMb * 1_024) / workers),
    connections: loaded.peak.connections,
    load: {
      alone: round(alone.to.load),
      idle: round(idle.to.load),
      loaded: round(loaded.peak.load),
    },
  };
}

function seconds({ from, to }: Phase): number {
  return (to.at - from.at) / 1_000;
}

function used({ from, to }: Phase): Cpu {
  return cpuOf((part) => to.cpuMs[part] - from.cpuMs[part]);
}

/** Per second. */
function rateOf(phase: Phase): Cpu {
  const cpu = used(phase);
  return cpuOf((part) => cpu[part] / seconds(phase));
}

function each(value: (part: Part) => number): Cpu {
  return cpuOf((part) => round(value(part)));
}

function cpuOf(value: (part: Part) => number): Cpu {
  return {
    postgres: value('postgres'),
    controlPlanes: value('controlPlanes'),
    fleet: value('fleet'),
  };
}

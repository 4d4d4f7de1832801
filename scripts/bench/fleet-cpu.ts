import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every architecture that Node runs on. */
const TICK_MS = 10;
/** Programs that end with the browser; their parent's sum would hide them. */
const SAMPLED = ['Xvfb', 'openbox'] as const;
const SAMPLE_INTERVAL_MS = 500;

export type Part =
  | 'chromium'
  | 'worker'
  | 'control plane'
  | 'postgres'
  | 'Xvfb'
  | 'openbox'
  | 'driver';
/** Milliseconds of processor time by part. */
export type CpuTimes = Readonly<Record<Part, number>>;

interface ProcessTimes {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  /** The process's own time. */
  readonly ownMs: number;
  /** Time of descendants that have ended and were waited for. */
  readonly endedMs: number;
}

/** The installation's processes; all other descendants of this process belong to a peer. */
export interface MeasuredApps {
  readonly workers: readonly number[];
  readonly controlPlane: number;
}

/** Reads the processor time of all descendants of this process. Disposing stops the sampling. */
export interface CpuMeter extends Disposable {
  readonly read: () => CpuTimes;
}

/**
 * Processes whose parent was killed must become children of this one (see `becomeReaper`): nobody
 * waits for them, so they stay readable as zombies. Displays end with their browser and are waited
 * for, so they are sampled; time that the samples miss counts as Chromium.
 */
export function openCpuMeter(apps: MeasuredApps): CpuMeter {
  const displays = new Map<number, ProcessTimes>();
  const sample = (): void => {
    for (const child of [process.pid, ...apps.workers].flatMap(childrenOf)) {
      const one = readProcess(child);
      if (one && isSampled(one.name)) displays.set(child, one);
    }
  };
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS).unref();
  return {
    read() {
      sample();
      return sumUp(descendantsOf(process.pid), [...displays.values()], apps);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function sumUp(
  all: readonly ProcessTimes[],
  sampled: readonly ProcessTimes[],
  { workers, controlPlane }: MeasuredApps,
): CpuTimes {
  const own = (ids: readonly number[]): number =>
    sum(all.filter(({ id }) => ids.includes(id)).map(({ ownMs }) => ownMs));
  const total = sum(all.map(({ ownMs, endedMs }) => ownMs + endedMs));
  const postgres = sum(
    all.filter(({ name }) => name === 'postgres').map(({ ownMs, endedMs }) => ownMs + endedMs),
  );
  const isPlane = ({ id, parent }: ProcessTimes): boolean => [id, parent].includes(controlPlane);
  const plane = sum(all.filter(isPlane).map(({ ownMs, endedMs }) => ownMs + endedMs));
  const timeOf = (wanted: string): number =>
    sum(sampled.filter(({ name }) => name === wanted).map(({ ownMs }) => ownMs));
  const known = {
    worker: own(workers),
    'control plane': plane,
    postgres,
    Xvfb: timeOf('Xvfb'),
    openbox: timeOf('openbox'),
    driver: own([process.pid]),
  };
  return { ...known, chromium: total - sum(Object.values(known)) };
}

export function subtract(later: CpuTimes, earlier: CpuTimes): CpuTimes {
  const parts = Object.keys(later) as Part[];
  return Object.fromEntries(parts.map((part) => [part, later[part] - earlier[part]])) as CpuTimes;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function isSampled(name: string): boolean {
  return SAMPLED.some((program) => program === name);
}

function readProcess(id: number): ProcessTimes | undefined {
  const stat = readUnlessGone(`/proc/${id}/stat`);
  if (stat === undefined) return undefined;
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const ticks = (from: number): number =>
    (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
  return {
    id,
    parent: Number(fields[1]),
    name: stat.slice(stat.indexOf('(') + 1, end),
    ownMs: ticks(11),
    endedMs: ticks(13),
  };
}

function readUnlessGone(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (Error.isError(error) && 'code' in error) return undefined;
    throw error;
  }
}

/** Processes started by the first thread of a process, from which Node starts all its children. */
function childrenOf(id: number): readonly number[] {
  const children = readUnlessGone(`/proc/${id}/task/${id}/children`) ?? '';
  return children.split(' ').filter(Boolean).map(Number);
}

/** Includes the process itself. */
function descendantsOf(root: number): readonly ProcessTimes[] {
  const ids = readdirSync('/proc').map(Number).filter(Boolean);
  const all = ids.flatMap((id) => readProcess(id) ?? []);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = all.filter(({ id }) => id === root);
  for (const one of found) found.push(...(children.get(one.id) ?? []));
  return found;
}

import { parseArgs } from 'node:util';

export interface FleetOptions {
  readonly min: number;
  readonly max: number;
  /** Slots of each worker; passed to it as WORKER_SLOTS. */
  readonly slots: number;
  /** Passed to the workers as WORKER_LABELS; empty: none. */
  readonly labels: string;
  readonly intervalSeconds: number;
  /** How long the demand must have been lower before workers are ended. */
  readonly stabilisationSeconds: number;
  /** How long a worker may take to stop before it is killed. */
  readonly graceSeconds: number;
  /** Runs workers as containers of this image; undefined: as processes. */
  readonly image: string | undefined;
  /** More arguments for `podman run`. */
  readonly podmanArgs: readonly string[];
  /** Start of the ids of the workers. */
  readonly name: string;
}

export const FLEET_USAGE = `errand admin fleet --max N [options] starts and ends workers on this machine as the tasks need them.
  --max N                   most workers at once
  --min N                   fewest workers (0)
  --slots N                 slots of each worker (WORKER_SLOTS, or 1)
  --labels LABEL,...        labels of the workers (WORKER_LABELS, or none)
  --interval-seconds N      how often it reads the demand (5)
  --stabilisation-seconds N how long the demand must be lower before workers end (300)
  --grace-seconds N         how long a worker may take to stop before it is killed (750; at least its DRAIN_SECONDS and 150)
  --image IMAGE             run workers as containers of this image with podman instead of processes
  --podman-arg ARG          another argument of podman run, such as --podman-arg=--memory=1500m; may be repeated
  --name NAME               start of the workers' ids (host name and process id)
It calls the control plane at ERRAND_URL with ADMIN_TOKEN. Workers get its environment, but not these two and no credential of the control plane.`;

/** The flags are not valid. */
export class FleetUsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n${FLEET_USAGE}`);
  }
}

const SECONDS = { most: 86_400 };

/** Throws FleetUsageError. */
export function parseFlags(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  usualName: string,
): FleetOptions {
  const given = parse(args);
  const read = (flag: string, usual: string | undefined, bounds: Bounds): number =>
    readWhole(`--${flag}`, given[flag]?.at(-1) ?? usual, bounds);
  const max = read('max', undefined, { least: 1, most: 1_000 });
  return {
    max,
    min: read('min', '0', { least: 0, most: max }),
    slots: read('slots', environment['WORKER_SLOTS'] ?? '1', { least: 1, most: 64 }),
    labels: given['labels']?.at(-1) ?? environment['WORKER_LABELS'] ?? '',
    intervalSeconds: read('interval-seconds', '5', { least: 1, ...SECONDS }),
    stabilisationSeconds: read('stabilisation-seconds', '300', { least: 0, ...SECONDS }),
    graceSeconds: read('grace-seconds', '750', { least: 1, ...SECONDS }),
    image: given['image']?.at(-1),
    podmanArgs: given['podman-arg'] ?? [],
    name: readName(given['name']?.at(-1) ?? usualName),
  };
}

const FLAGS = [
  'max',
  'min',
  'slots',
  'labels',
  'interval-seconds',
  'stabilisation-seconds',
  'grace-seconds',
  'image',
  'podman-arg',
  'name',
];

function parse(args: readonly string[]): Readonly<Record<string, string[] | undefined>> {
  const options = Object.fromEntries(
    FLAGS.map((flag) => [flag, { type: 'string' as const, multiple: true as const }]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new FleetUsageError(Error.isError(error) ? error.message : String(error));
  }
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function readWhole(flag: string, text: string | undefined, { least, most }: Bounds): number {
  if (text === undefined) throw new FleetUsageError(`${flag} is missing.`);
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new FleetUsageError(
    `${flag} is "${text}": specify a whole number from ${least} to ${most}.`,
  );
}

function readName(name: string): string {
  if (/^[A-Za-z0-9._-]{1,80}$/.test(name)) return name;
  throw new FleetUsageError(
    `--name is "${name}": specify at most 80 letters, digits, dots, hyphens and underscores.`,
  );
}

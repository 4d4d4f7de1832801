import type { NewWorkerPool, WorkerPool } from '../worker-pools/worker-pool.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const MAX_LABELS = 20;
/** Stands for the accounts without a label. */
const UNLABELLED = 'default';

/** Prints the token itself, which cannot be read again. */
export const createPool: Command = async (args, { workerPools }) => {
  const { words, options } = readArguments(args, { words: ['NAME'], options: ['labels'] });
  const [name = ''] = words;
  if (!NAME.test(name)) {
    throw new UsageError(`NAME is "${name}": specify 1 to 40 letters, digits, "_" or "-".`);
  }
  return writeNewPool(await workerPools.create(name, readLabels(options['labels'])));
};

export const listPools: Command = async (args, { workerPools }) => {
  readArguments(args, { words: [] });
  return { pools: (await workerPools.list()).map(writePool) };
};

/** Registered workers continue; newly started workers need the new token. */
export const rotatePool: Command = async (args, { workerPools }) => {
  const [name = ''] = readArguments(args, { words: ['NAME'] }).words;
  return writeNewPool(await workerPools.rotate(name));
};

/** The pool's workers lose their tasks, which return to the queue. Idempotent. */
export const revokePool: Command = async (args, { workerPools }) => {
  const [name = ''] = readArguments(args, { words: ['NAME'] }).words;
  return writePool(await workerPools.revoke(name));
};

function readLabels(text: string | undefined): readonly string[] {
  const given = (text ?? UNLABELLED).split(',').map((label) => label.trim());
  const wrong = given.find((label) => !NAME.test(label));
  if (wrong !== undefined) {
    throw new UsageError(
      `--labels has "${wrong}": specify labels of up to 40 letters, digits, "_" or "-", with commas between them.`,
    );
  }
  const labels = [...new Set(given)];
  if (labels.length <= MAX_LABELS) return labels;
  throw new UsageError(`--labels has ${labels.length} labels: specify at most ${MAX_LABELS}.`);
}

function writePool({ name, labels, prefix, ...pool }: WorkerPool) {
  return {
    name,
    labels,
    prefix,
    created_at: pool.createdAt.toISOString(),
    rotated_at: pool.rotatedAt?.toISOString() ?? null,
    revoked_at: pool.revokedAt?.toISOString() ?? null,
  };
}

function writeNewPool({ token, ...pool }: NewWorkerPool) {
  return { ...writePool(pool), worker_token: token };
}

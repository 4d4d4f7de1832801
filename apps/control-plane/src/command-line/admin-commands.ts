import { hostname, userInfo } from 'node:os';
import { z } from 'zod';
import type { AdminClient } from './admin-client.ts';
import type { RemoteCommand } from './command.ts';
import { LIMIT_OPTIONS, readLimits } from './limit-command.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

const CHANGE = ['by', 'reason'] as const;
const TARGET = ['portal', 'login-queue'] as const;

type Options = Readonly<Record<string, string | undefined>>;

export const listWorkers: RemoteCommand = (args, admin) => list(args, admin, 'workers');
export const listSessions: RemoteCommand = (args, admin) => list(args, admin, 'sessions');
export const listPauses: RemoteCommand = (args, admin) => list(args, admin, 'pauses');

/** The slots that workers with these labels could use now. */
export const showDemand: RemoteCommand = async (args, admin) => {
  const { options } = readArguments(args, { words: [], options: ['labels'] });
  const { labels } = options;
  return get(
    admin,
    labels === undefined ? 'demand' : `demand?labels=${encodeURIComponent(labels)}`,
  );
};

export const drainWorker: RemoteCommand = (args, admin) =>
  change(args, admin, { word: 'WORKER_ID', pathOf: (id) => `workers/${id}/drain` });
export const resumeWorker: RemoteCommand = (args, admin) =>
  change(args, admin, { word: 'WORKER_ID', pathOf: (id) => `workers/${id}/drain/end` });
export const endSession: RemoteCommand = (args, admin) =>
  change(args, admin, { word: 'SESSION_ID', pathOf: (id) => `sessions/${id}/end` });

/** Pauses an account, or one of its portals or logins. */
export const createPause: RemoteCommand = async (args, admin) => {
  const { target, options } = await readTarget(args, admin, ['until']);
  const { until } = options;
  const expires_at = until === undefined ? undefined : readTime(until);
  return post(admin, 'pauses', { ...target, ...readChange(options), expires_at });
};

export const endPause: RemoteCommand = async (args, admin) => {
  const { target, options } = await readTarget(args, admin);
  return post(admin, 'pauses/end', { ...target, ...readChange(options) });
};

/** Only counts unless `--run yes` is given. */
export const purgeTasks: RemoteCommand = async (args, admin) => {
  const { target, options } = await readTarget(args, admin, ['run']);
  const { run = 'no' } = options;
  if (run !== 'yes' && run !== 'no') {
    throw new UsageError(
      `--run is "${run}": specify yes to cancel the tasks, or no to count them.`,
    );
  }
  return post(admin, 'purges', { ...target, ...readChange(options), dry_run: run === 'no' });
};

export const showQuotas: RemoteCommand = async (args, admin) => {
  const [name = ''] = readArguments(args, { words: ['ACCOUNT'] }).words;
  return get(admin, `accounts/${await findAccountId(admin, name)}/quotas`);
};

/** Changes the given limits of an account and keeps the others. */
export const setQuotas: RemoteCommand = async (args, admin) => {
  const known = { words: ['ACCOUNT'], options: [...CHANGE, ...LIMIT_OPTIONS] };
  const { words, options } = readArguments(args, known);
  const { bytes, mailsPerDay, debugSessions, runLimits } = readLimits(options);
  const because = readChange(options);
  const path = `accounts/${await findAccountId(admin, words[0] ?? '')}/quotas`;
  const changed = {
    running: runLimits.maxRunning,
    minutes_per_day: runLimits.maxMinutesPerDay,
    storage_bytes: bytes,
    mails_per_day: mailsPerDay,
    debug_sessions: debugSessions,
  };
  return Object(await admin.patch(path, { ...changed, ...because }));
};

async function list(args: readonly string[], admin: AdminClient, path: string): Promise<object> {
  readArguments(args, { words: [] });
  return get(admin, path);
}

/** A command on one object that takes no options except who and why. */
async function change(
  args: readonly string[],
  admin: AdminClient,
  { word, pathOf }: { readonly word: string; readonly pathOf: (id: string) => string },
): Promise<object> {
  const { words, options } = readArguments(args, { words: [word], options: CHANGE });
  return post(admin, pathOf(encodeURIComponent(words[0] ?? '')), readChange(options));
}

/** Reads `ACCOUNT [--portal ORIGIN | --login-queue KEY]`. */
async function readTarget(
  args: readonly string[],
  admin: AdminClient,
  more: readonly string[] = [],
): Promise<{ readonly target: object; readonly options: Options }> {
  const known = { words: ['ACCOUNT'], options: [...CHANGE, ...TARGET, ...more] };
  const { words, options } = readArguments(args, known);
  // Checked before the request for the account, so that a missing reason is reported first.
  readChange(options);
  const target = {
    account_id: await findAccountId(admin, words[0] ?? ''),
    portal: options['portal'],
    login_queue: options['login-queue'],
  };
  return { target, options };
}

function readChange({ by, reason }: Options): { readonly by: string; readonly reason: string } {
  if (reason === undefined || reason.trim() === '')
    throw new UsageError('--reason is missing: say why, for the audit log.');
  if (by?.trim() === '') throw new UsageError('--by is empty: say who you are, or leave it out.');
  return { by: by ?? `${userName()}@${hostname()}`, reason };
}

/** A container may run as a user that the system has no name for. */
function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(Error.isError(error) && 'code' in error && error.code === 'ERR_SYSTEM_ERROR'))
      throw error;
    return `user-${process.getuid?.()}`;
  }
}

function readTime(text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UsageError(`--until is "${text}": specify a time such as 2030-03-01T18:00:00Z.`);
}

const accountsSchema = z.object({ accounts: z.array(z.object({ account_id: z.string() })) });

async function findAccountId(admin: AdminClient, name: string): Promise<string> {
  const answer = await admin.get(`accounts?name=${encodeURIComponent(name)}`);
  const [found] = accountsSchema.parse(answer).accounts;
  if (!found)
    throw new UsageError(`There is no account "${name}": "errand admin accounts list" shows all.`);
  return found.account_id;
}

async function get(admin: AdminClient, path: string): Promise<object> {
  return Object(await admin.get(path));
}

async function post(admin: AdminClient, path: string, body: object): Promise<object> {
  return Object(await admin.post(path, body));
}

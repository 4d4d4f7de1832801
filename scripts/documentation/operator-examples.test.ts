import { type Fleet, openFleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readOperatorExamples } from './read-examples.ts';

const ROOT = join(import.meta.dirname, '../..');
const ADMIN_TOKEN = 'the-token-of-the-operators-of-a-test';
const WORKER_ID = 'worker-a1';
/** The account of the fleet. */
const ACCOUNT = 'test';
/** IDs that examples take from what an earlier command printed. */
const PRINTED_ID = /"(api_key_id|session_id)": ?"([^"]+)"/g;
/** Commands that end what the examples of other pages need, in this order. */
const LAST = ['workers drain', 'accounts delete'];

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let accountId: string;
let loginQueue: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ ADMIN_TOKEN }));
  owned.use(await fleet.startWorker({ WORKER_ID, WARM_SESSIONS: '1' }));
  const submission = { is_dedicated: true, unique_parameter_names: ['login'] };
  // Keeps its login and, once it has ended, a warm session.
  const task = await fleet.run([{ sleep_action: { sleep_time: 3 } }], { submission });
  await fleet.untilStatus(task, 'running');
  const { body } = await fleet.controlPlane.call('GET', '/api/v1/login_queues');
  const { login_queues: queues } = body as {
    readonly login_queues: { readonly login_queue: string }[];
  };
  loginQueue = queues[0]?.login_queue ?? '';
  const { body: me } = await fleet.controlPlane.call('GET', '/api/v1/me');
  accountId = (me as { readonly account_id: string }).account_id;
  await fleet.untilEnded(task);
}, 120_000);
afterAll(async () => owned.disposeAsync());

/** Runs a command as an operator would, with the IDs that earlier commands printed. */
async function run(line: string, ids: ReadonlyMap<string, string>): Promise<string> {
  const { url, databaseUrl, directory } = fleet.controlPlane;
  const own = line.includes('accounts create') ? 'another' : ACCOUNT;
  const text = line
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('https://portal.example', new URL(fleet.site.url).origin)
    .replaceAll('<ADMIN_TOKEN>', ADMIN_TOKEN)
    .replaceAll('ACCOUNT_ID', accountId)
    .replaceAll(/\b(?:NAME|ACCOUNT|acme)\b/g, own)
    .replaceAll(/\bKEY\b/g, loginQueue)
    .replaceAll(/\b(?:API_KEY|SESSION)_ID\b/g, (name) => ids.get(name.toLowerCase()) ?? name);
  const env = {
    PATH: `${ROOT}/bin:${process.env['PATH']}`,
    HOME: fleet.directory,
    DATABASE_URL: databaseUrl,
    STORAGE_DIRECTORY: join(directory, 'files'),
    STORAGE_SIGNING_KEY: ADMIN_TOKEN,
    PUBLIC_URL: url,
    ERRAND_URL: url,
    ADMIN_TOKEN,
  };
  const script = `curl() { command curl --fail-with-body "$@"; }\n${text}`;
  const options = { cwd: ROOT, env, timeout: 60_000 };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], options);
  return stdout;
}

/** The commands of a block. What it exports is in their environment already. */
function commandsOf(code: string): readonly string[] {
  const lines = code.replaceAll('\\\n', '').trim().split('\n');
  return lines.filter((line) => !line.startsWith('export '));
}

/** The place of a block in the order of the run: most keep the order of the pages. */
const rank = (code: string): number => LAST.findIndex((command) => code.includes(command));

/** Runs a command. Keeps the IDs that it prints; resolves with its fault, if any. */
async function findFault(command: string, ids: Map<string, string>): Promise<string | undefined> {
  try {
    const output = await run(command, ids);
    for (const [, name = '', id = ''] of output.matchAll(PRINTED_ID)) ids.set(name, id);
    return undefined;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    return [command, stdout, stderr].join('\n').slice(0, 600);
  }
}

test('every example for operators runs', async () => {
  const examples = readOperatorExamples().toSorted(
    (one, other) => rank(one.code) - rank(other.code),
  );
  expect(examples.length).toBeGreaterThan(9);
  const faults: string[] = [];
  const ids = new Map<string, string>();
  for (const { page, line, code } of examples) {
    for (const command of commandsOf(code)) {
      const fault = await findFault(command, ids);
      if (fault !== undefined) faults.push(`${page}:${line}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
}, 900_000);

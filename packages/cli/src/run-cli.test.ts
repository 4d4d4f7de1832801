import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { COMMAND_NAMES, loadCommands } from './commands.ts';
import { chooseConnection } from './connection/choose-connection.ts';
import { writeProfiles } from './connection/profile-file.ts';
import { askSecret } from './terminal/ask-secret.ts';
import { plainLine } from './terminal/plain-text.ts';
import { runInProcess } from './testing/run-in-process.ts';

const PROGRAM = join(import.meta.dirname, '../../../bin/errand');
const directory = mkdtempSync(join(tmpdir(), 'errand-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

const env = { HOME: directory, ERRAND_URL: 'http://127.0.0.1:9', ERRAND_API_KEY: 'key' };
/** Runs the command line as a process. */
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
};

/** Returns the sources of the command line and the client that a run loads. */
const loadedBy = (...args: string[]) => {
  const { stderr } = spawnSync(PROGRAM, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env, NODE_DEBUG: 'esm' },
    maxBuffer: 64 * 1024 ** 2,
  });
  return new Set(stderr.match(/packages\/(?:cli|client)\/src\/[\w./-]+\.ts/g));
};

const record = () => Promise.reject(new Error('It opens a browser.'));

const errand = (args: string) => runInProcess(args.split(' '), { env });

test.each([
  ['', /^A command is missing/],
  ['nonsense', /^There is no command "nonsense"\. "errand --help"/],
  ['runn order', /^There is no command "runn"\. Did you mean "errand run"\?/],
  ['recordngs ls', /Did you mean "errand recordings"\?/],
  ['--profile x whoami', /^"--profile" is not a command: options follow the command/],
  ['tasks', /^Use one of: errand tasks ls, errand tasks show/],
  ['admin accounts list', /^The commands of operators are part of an installation/],
  ['tasks show', /^ID is missing: errand tasks show ID\n/],
  ['tasks show a b', /^"b" is an unexpected argument: errand tasks show ID\n/],
  ['tasks ls --limit 0', /^--limit is "0": specify a whole number from 1/],
  ['tasks ls --since yesterday', /^--since is "yesterday"/],
  ['tasks ls --nothing', /^There is no option "--nothing": "errand tasks ls --help"/],
  ['tasks ls --name', /'--name/],
  ['tasks ls --name a --name b', /^--name is given more than once/],
  ['run x key', /^"key" is not an input/],
  ['run x a=@- b=@-', /^@- is given more than once/],
  ['run x --timeout 3', /^--timeout has no effect without --wait/],
  ['run x --wait --timeout soon', /^--timeout is "soon": specify a whole number from 1/],
  ['tasks retry x --wait --timeout 0', /^--timeout is "0"/],
  ['tasks retry x --version 0', /^--version is "0"/],
  ['recordings rollback x first', /^VERSION is "first"/],
  ['recordings rollout x --percent 10', /^--percent has no effect without --version/],
  ['recordings push x.json --first 50 --percent 5', /^Give either --percent or --first/],
  ['recordings push x.json --max-increase 5', /^Give either --percent or --first/],
  ['import x.side --replace', /^--replace has no effect without --push/],
  ['import x.side --comment why', /^--comment has no effect without --push/],
  ['sessions', /^Use one of: errand sessions ls, errand sessions end/],
  ['sessions end', /^ID is missing: errand sessions end ID\n/],
  ['schedules edit x', /^There is nothing to change/],
  ['schedules edit x --clear cron', /^--clear is "cron": specify one of callback-url, minutes/],
  ['schedules edit x --clear proxy --proxy', /^Give either --proxy or --clear proxy/],
  ['schedules edit x --overlap never', /^--overlap is "never": specify one of skip, allow/],
  ['recordings rollout x --version 2', /^Give either --percent or --first/],
  ['recordings rollout x --version 2 --percent 10 --first 20', /^Give either --percent or/],
  ['recordings rollout x --version 2 --first 5', /^--first is 5, less than --min-tasks \(20\)/],
  ['recordings rollout x --version 2 --stop', /^--stop ends a roll-out/],
  ['recordings rollout x --promote --stop', /^Give --promote or --stop, not both/],
  ['record portal.example', /^URL is "portal.example": specify the full URL/],
  ['record ftp://portal.example', /^URL is "ftp/],
  ['record http://portal.example', /^The recorder is part of an installation: bin\/errand record/],
  ['completion tcsh', /^SHELL is "tcsh"/],
  ['whoami --profile nobody', /^There is no profile "nobody"/],
  ['whoami --profile constructor', /^There is no profile "constructor"/],
])('errand %s is refused as wrong usage', async (args, message) => {
  expect(await errand(args)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  });
});

test('errors are JSON documents with --json', async () => {
  const { exitCode, stdout, stderr } = await errand('tasks show --json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  const message = 'ID is missing: errand tasks show ID';
  expect(JSON.parse(stderr)).toEqual({ error: { message, exit_code: 2 } });
  expect(await errand('recordings push /nowhere.json')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no such file or folder: /nowhere.json\n',
  });
});

test.each(['run x --csv', 'run x --file', 'run x note=@', 'import'])(
  'errand %s names a folder that it cannot read as a file',
  async (args) => {
    const given = `${args}${args.endsWith('@') ? '' : ' '}${directory}`;
    expect(await errand(given)).toMatchObject({
      exitCode: 1,
      stderr: `A file is needed, and this is a folder: ${directory}\n`,
    });
  },
);

test.each<[string, object, RegExp]>([
  ['a screen', { CHROMIUM_PATH: process.execPath }, /^There is no screen: DISPLAY and WAYLAND/],
  ['a browser', { DISPLAY: ':1', CHROMIUM_PATH: '/nowhere' }, /^There is no browser at \/nowhere/],
])('errand record explains that it cannot run without %s', async (_what, desk, message) => {
  const ran = await runInProcess(['record', 'http://portal.example'], { env: { ...desk }, record });
  expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringMatching(message) });
});

test('before it records, errand record checks that it will overwrite nothing', async () => {
  const out = join(directory, 'taken.json');
  writeFileSync(out, '{}');
  const refused = await errand(`record http://portal.example --out ${out}`);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('exists. Give') });
  expect(await errand(`record http://portal.example --out ${directory}/none/x.json`)).toMatchObject(
    { exitCode: 1, stderr: expect.stringMatching(/^There is no such file or folder: .*none/) },
  );
});

test('loads each command under its own name, and only when it is used', async () => {
  expect((await loadCommands()).map(({ name }) => name)).toEqual(COMMAND_NAMES);
  const version = loadedBy('--version');
  expect([...version].filter((path) => /client|\.command\.ts/.test(path))).toEqual([]);
  const commands = [...loadedBy('tasks', 'ls')].filter((path) => path.endsWith('.command.ts'));
  expect(commands).toEqual(['packages/cli/src/tasks/list-tasks.command.ts']);
});

test('the usage names every command and every option', async () => {
  const { stdout } = await errand('--help');
  for (const { name, options = {} } of await loadCommands()) {
    expect(stdout).toContain(`\n  ${name}`);
    const usage = (await errand(`${name} --help`)).stdout;
    for (const option of Object.keys(options)) expect(usage).toContain(`--${option} `);
  }
});

test('the usage fits the terminal', async () => {
  for (const args of [['--help'], ['import', '--help'], ['run', '--help']]) {
    const { stdout } = await runInProcess(args, { env, columns: 60 });
    const widths = stdout.split('\n').map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('server and API key of this login');
  }
});

test('the process returns the exit code, and an old command name is refused with the new one', () => {
  expect(run('--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  expect(run('whoami', 'x')).toMatchObject({ status: 2, stdout: '' });
  expect(run('accounts', 'list')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'The commands of operators begin with "errand admin": use "errand admin accounts list".\n',
  });
});

test('output that is not read to its end has a separate exit code', async () => {
  const child = spawn(PROGRAM, ['--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const said = readText(child.stderr);
  expect(await once(child, 'exit')).toEqual([141, null]);
  expect(await said).toBe('');
});

test('an input and a secret may have any name', async () => {
  const secrets = '--secure constructor=totp:A --secure __proto__=totp:A';
  const { stderr } = await errand(`tasks retry x constructor=1 toString=2 __proto__=3 ${secrets}`);
  expect(stderr).toContain('sent no complete response');
});

/**
 * A control plane with one session. Reports when the session is requested, and when it is ended.
 */
async function openSessions(state: 'opening' | 'ready') {
  const owned = new AsyncDisposableStack();
  const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') asked.resolve();
    if (request.method === 'DELETE') ended.resolve();
    const session = { session_id: 'one', state, failure: null, position: null, variables: {} };
    const snapshot = { screenshot: 'A'.repeat(800_000), accessibility_snapshot: '' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, session, ...snapshot }));
  }).listen(0, '127.0.0.1');
  owned.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(directory, 'tried.json');
  writeFileSync(file, JSON.stringify({ url: 'http://portal.example/', nodes: [] }));
  const child = spawn(PROGRAM, ['try', file, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ERRAND_URL: url },
  });
  return Object.assign(owned, { child, asked: asked.promise, ended: ended.promise });
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends the session of errand try', async (signal, exitCode) => {
  await using sessions = await openSessions('opening');
  await sessions.asked;
  const exited = once(sessions.child, 'exit');
  sessions.child.kill(signal);
  await sessions.ended;
  expect(await exited).toEqual([exitCode, null]);
});

test('a session ends even if nobody reads the result', async () => {
  await using sessions = await openSessions('ready');
  const exited = once(sessions.child, 'exit');
  sessions.child.stdout.destroy();
  await sessions.ended;
  expect(await exited).toEqual([141, null]);
});

test('SIGTERM ends a command that reads its input', async () => {
  const child = spawn(PROGRAM, ['run', 'x', 'a=@-'], { env: { ...process.env, ...env } });
  child.stdin.on('error', () => undefined);
  child.stdin.write('first');
  const exited = once(child, 'exit');
  // The signal handlers are installed before the input is read.
  await new Promise((resolve) => child.stdin.write('x'.repeat(200_000), resolve));
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
});

test('bash completes commands, their second words and their options', async () => {
  const { stdout: script } = await errand('completion bash');
  const complete = (...words: string[]) => {
    const program = `${script}\nCOMP_WORDS=(errand ${words.join(' ')}); [ "$1" = "" ] || COMP_WORDS+=("")\nCOMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _errand; echo "\${COMPREPLY[@]}"`;
    return (last: string) =>
      execFileSync('bash', ['-c', program, 'bash', last], { encoding: 'utf8' }).trim();
  };
  expect(complete('rec')('')).toBe('recordings record');
  expect(complete('tasks')('new')).toBe('ls show cancel retry');
  expect(complete('tasks', 'ls', '--st')('')).toBe('--status');
  expect(complete('lint', '--')('')).toBe('--json --profile --help');
  for (const shell of ['zsh', 'fish']) {
    const text = (await errand(`completion ${shell}`)).stdout;
    for (const name of COMMAND_NAMES) expect(text).toContain(name.split(' ').at(-1));
  }
});

test('a named profile takes precedence over the environment, and the environment over the last login', () => {
  const config = { XDG_CONFIG_HOME: join(directory, 'config') };
  const local = join(directory, 'api.json');
  writeFileSync(local, JSON.stringify({ url: 'http://local', api_key: 'l' }));
  const installed = { ...config, ERRAND_LOCAL_API_FILE: local };
  expect(chooseConnection(installed, undefined)).toMatchObject({
    url: 'http://local',
    apiKey: 'l',
  });
  const profiles = {
    a: { url: 'https://a.example/errand/', api_key: 'ka' },
    b: { url: 'https://b.example', api_key: 'kb' },
  };
  const file = writeProfiles(config, { current: 'a', profiles });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('"current": "a"');
  const choose = (more: Record<string, string>, name?: string) => {
    const { url, apiKey } = chooseConnection({ ...installed, ...more }, name);
    return `${url} ${apiKey}`;
  };
  expect(choose({})).toBe('https://a.example/errand ka');
  expect(choose({ ERRAND_PROFILE: 'b' })).toBe('https://b.example kb');
  expect(choose({ ERRAND_URL: 'http://c', ERRAND_API_KEY: 'kc' })).toBe('http://c kc');
  expect(choose({ ERRAND_URL: 'http://c', ERRAND_API_KEY: 'kc' }, 'b')).toBe(
    'https://b.example kb',
  );
  expect(choose({}, 'local')).toBe('http://local l');
  expect(choose({ ERRAND_API_KEY: 'kc' })).toBe('https://a.example/errand kc');
  expect(choose({ ERRAND_URL: 'https://a.example/errand' })).toBe('https://a.example/errand ka');
  // The key of one server never goes to another.
  expect(() => choose({ ERRAND_URL: 'https://evil.example' })).toThrow(/ERRAND_API_KEY is not/);
  expect(() => choose({ ERRAND_URL: 'ftp://a', ERRAND_API_KEY: 'k' })).toThrow(
    /The URL of the server is "ftp/,
  );
});

test('asks for a key without showing it', async () => {
  const written: string[] = [];
  const modes: boolean[] = [];
  const stdin = {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    async *[Symbol.asyncIterator]() {
      yield 'sec';
      yield 'x\u007Fret\rmore';
    },
  };
  const stderr = { write: (text: string) => written.push(text) };
  const terminal = { stdin, stderr, stdout: stderr, env: {}, signal: new AbortController().signal };
  expect(await askSecret(terminal, 'API key: ')).toBe('secret');
  expect({ written, modes }).toEqual({ written: ['API key: ', '\n'], modes: [true, false] });
});

test('text from web pages cannot control the terminal', () => {
  expect(plainLine('a\u001B[2Jb\u0007c\n  d\u202Ee\u009B1m')).toBe('ab c d e');
});

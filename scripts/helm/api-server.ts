import { findFreePorts } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const READY_DEADLINE_MS = 120_000;
const TOKEN = 'token-of-this-run';

/** A Kubernetes API server without nodes. Disposing ends it and its etcd. */
export interface ApiServer extends AsyncDisposable {
  /** Runs kubectl and returns its output, even if it failed. */
  readonly kubectl: (
    words: readonly string[],
    input?: string,
  ) => Promise<{ readonly failed: boolean; readonly output: string }>;
}

/** Starts the `etcd` and `kube-apiserver` binaries in this folder. Needs kubectl and openssl. */
export async function startApiServer(folder: string): Promise<ApiServer> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-api-server-'));
  const [etcdPort = 0, peerPort = 0, port = 0] = await findFreePorts(3);
  const etcd = launch(join(folder, 'etcd'), directory, etcdFlags(directory, etcdPort, peerPort));
  const flags = serverFlags(directory, etcdPort, port);
  const server = launch(join(folder, 'kube-apiserver'), directory, flags);
  const kubectl = createKubectl(directory, port);
  const end = async () => {
    await server.end();
    await etcd.end();
    rmSync(directory, { recursive: true, force: true });
  };
  const isReady = async () => {
    server.assertRunning();
    return (await kubectl(['get', '--raw', '/readyz'])).output === 'ok' || undefined;
  };
  try {
    await pollUntil('the API server is ready', isReady, { deadlineMs: READY_DEADLINE_MS });
  } catch (error) {
    await end();
    throw error;
  }
  return { kubectl, [Symbol.asyncDispose]: end };
}

function etcdFlags(directory: string, port: number, peerPort: number): readonly string[] {
  const url = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  return [
    `--data-dir=${directory}/etcd`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ];
}

function serverFlags(directory: string, etcdPort: number, port: number): readonly string[] {
  const key = join(directory, 'accounts.key');
  execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' });
  writeFileSync(join(directory, 'tokens.csv'), `${TOKEN},tester,1,system:masters\n`);
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${directory}`,
    `--token-auth-file=${directory}/tokens.csv`,
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
  ];
}

function createKubectl(directory: string, port: number): ApiServer['kubectl'] {
  const flags = [
    `--server=https://127.0.0.1:${port}`,
    `--token=${TOKEN}`,
    '--insecure-skip-tls-verify',
    `--cache-dir=${directory}/cache`,
  ];
  const env = { ...process.env, KUBECONFIG: join(directory, 'none') };
  return async (words, input = '') => {
    const running = spawn('kubectl', [...flags, ...words], { env });
    running.stdin.end(input);
    const [output, errors, [code]] = await Promise.all([
      text(running.stdout),
      text(running.stderr),
      once(running, 'close'),
    ]);
    return { failed: code !== 0, output: `${output}${errors}`.trim() };
  };
}

function launch(file: string, directory: string, words: readonly string[]) {
  const log = join(directory, 'log');
  const output = openSync(log, 'a');
  const running = spawn(file, words, { stdio: ['ignore', output, output] });
  const ended = new Promise((resolve) => {
    running.once('error', resolve);
    running.once('exit', resolve);
  });
  return {
    assertRunning() {
      if (running.exitCode === null && running.pid !== undefined) return;
      const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-10);
      throw new Error(`${file} does not run:\n${lines.join('\n')}`);
    },
    async end() {
      running.kill();
      await ended;
    },
  };
}

import { startSampleSite } from '@errand/sample-site';
import { startS3Server } from '@errand/test-kit/s3-server';
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createS3Storage } from '../../packages/object-storage/src/index.ts';
import { forward } from './forward.ts';
import { writeSecrets } from './write-secrets.ts';

const INFRA = new URL('../../infra/', import.meta.url).pathname;
const PROJECT = 'errand-check';
const BUCKET = 'errand';

/**
 * podman with runc, for machines where crun cannot run, and with DNS names in internal networks.
 */
const CONTAINERS_CONF = `[engine]
runtime = "runc"
[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=30000:30000"]
`;

/** The tasks' site has a private address. */
const OVERRIDE = `services:
  worker: { environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } }
`;

const networks = z.tuple([
  z.looseObject({ subnets: z.tuple([z.looseObject({ gateway: z.string() })]) }),
]);

/** A copy of infra/ with secrets and a certificate, a bucket, and a site for tasks on this machine. */
export interface Stage extends AsyncDisposable {
  readonly siteUrl: string;
  /** PEM of the certificate that the proxy shows for 127.0.0.1. */
  readonly certificate: string;
  readonly adminToken: string;
  /** Runs podman-compose with the project's files. */
  readonly compose: (
    words: readonly string[],
    settings?: Readonly<Record<string, string>>,
  ) => Promise<string>;
  readonly podman: (...words: readonly string[]) => Promise<string>;
  /** `worker_1` -> the name of that container. */
  readonly nameOf: (replica: string) => string;
}

export async function openStage(tag: string): Promise<Stage> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-compose-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, 'containers.conf'), CONTAINERS_CONF);
  const host = await createNetwork(directory, owned);
  const site = owned.use(await startSampleSite({ port: 0, host: '0.0.0.0' }));
  const s3 = owned.use(await startS3Server());
  const { region, accessKey, secretKey } = s3;
  const bucket = owned.use(await forward('0.0.0.0', s3.port));
  const storage = { bucket: BUCKET, region, accessKey, secretKey, createBucket: true };
  const url = `http://${s3.endPoint}:${s3.port}`;
  await (await createS3Storage({ ...storage, url }))[Symbol.asyncDispose]();

  cpSync(INFRA, directory, { recursive: true });
  writeFileSync(join(directory, 'override.yaml'), OVERRIDE);
  const adminToken = randomBytes(32).toString('base64');
  await writeSecrets(join(directory, 'secrets'), { accessKey, secretKey, adminToken });
  const certificate = writeCertificate(join(directory, 'tls'));

  const commands = createCommands(directory, {
    TAG: tag,
    PUBLIC_URL: 'https://127.0.0.1',
    STREAM_PUBLIC_URL: 'wss://127.0.0.1/screens',
    S3_ENDPOINT: `http://${host}:${bucket.port}`,
    S3_BUCKET: BUCKET,
    S3_REGION: region,
  });
  owned.defer(async () => {
    await commands.compose(['down', '-v', '-t', '5'], { WORKERS: '2' });
    await commands.podman('network', 'rm', '--force', `${PROJECT}_data`, `${PROJECT}_internal`);
  });
  const resources = owned.move();
  return {
    siteUrl: `http://${host}:${site.port}`,
    certificate,
    adminToken,
    ...commands,
    nameOf: (replica) => `${PROJECT}_${replica}`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function createCommands(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Pick<Stage, 'compose' | 'podman'> {
  const environment = {
    ...process.env,
    ...settings,
    CONTAINERS_CONF: join(directory, 'containers.conf'),
    POSTGRES_IMAGE: 'localhost/errand-test-postgres:latest',
    PROXY_IMAGE: 'localhost/errand-test-nginx:latest',
  };
  const run = async (file: string, words: readonly string[], more = {}): Promise<string> => {
    const env = { ...environment, ...more };
    const { stdout, stderr } = await promisify(execFile)(file, words, { cwd: directory, env });
    return (stdout || stderr).trim();
  };
  const files = ['-p', PROJECT, '-f', 'compose.yaml', '-f', 'override.yaml'];
  return {
    compose: (words, more) => run('podman-compose', [...files, ...words], more),
    podman: (...words) => run('podman', words),
  };
}

/**
 * Creates the network that compose.yaml would create. Returns this machine's address in it, which
 * is private, so that tasks may use it, and known before anything starts.
 */
async function createNetwork(directory: string, owned: AsyncDisposableStack): Promise<string> {
  const name = `${PROJECT}_outside`;
  const { podman } = createCommands(directory, {});
  await podman('network', 'create', name);
  owned.defer(async () => {
    await podman('network', 'rm', '--force', name);
  });
  const [network] = networks.parse(JSON.parse(await podman('network', 'inspect', name)));
  return network.subnets[0].gateway;
}

function writeCertificate(directory: string): string {
  mkdirSync(directory);
  const key = join(directory, 'privkey.pem');
  const certificate = join(directory, 'fullchain.pem');
  const subject = ['-subj', '/CN=errand', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
  chmodSync(key, 0o644);
  return readFileSync(certificate, 'utf8');
}

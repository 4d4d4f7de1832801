import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { openStage, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import { createSilentScreen } from './testing/screens.ts';
import { startScreenPort, type ScreenPort } from './testing/start-screen-port.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let port: ScreenPort;
let directory: string;

beforeAll(async () => {
  stage = owned.use(await openStage());
  port = owned.use(await startScreenPort(createSilentScreen().serve));
  directory = mkdtempSync(join(tmpdir(), 'errand-edge-'));
  owned.defer(() => rmSync(directory, { recursive: true }));
});

afterAll(() => owned.disposeAsync());

test('serves health checks on the viewer port, metrics on the metrics port, and 404 for anything else', async () => {
  await using gateway = await stage.startGateway();
  const get = async (path: string) => {
    const response = await fetch(gateway.url + path);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, await response.json()];
  };
  expect(await get('/health/live')).toEqual([200, { status: 'ok' }]);
  expect(await get('/health/ready')).toEqual([200, { status: 'ok' }]);
  const nothing = { detail: 'There is nothing here: viewers connect by WebSocket.' };
  expect(await get('/tasks/5')).toEqual([404, nothing]);
  expect(await get('/metrics')).toEqual([404, nothing]);
  expect(await get('/metrics?x=1')).toEqual([404, nothing]);
  const metrics = await fetch(gateway.metricsUrl);
  expect(metrics.headers.get('cache-control')).toBe('no-store');
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await metrics.text()).toContain('errand_stream_bytes_total{direction="to_viewer"} 0');
  expect((await fetch(new URL('/health/ready', gateway.metricsUrl))).status).toBe(404);
});

test('rejects WebSockets on other paths with 404', async () => {
  await using gateway = await stage.startGateway();
  const url = gateway.url.replace('http', 'ws');
  await expect(openViewer(`${url}/tasks/5?ticket=x`)).rejects.toThrow('404');
});

test('accepts pages of the allowed origins only, and programs, which have none', async () => {
  await using _gateway = await stage.startGateway({
    ALLOWED_ORIGINS: 'https://console.example.com, https://other.example.com',
  });
  const { taskId } = await stage.runTask(port);
  const open = async (origin?: string) => {
    const options = origin === undefined ? {} : { origin };
    await using _viewer = await openViewer(await stage.streamUrl(taskId), options);
  };
  await open();
  await open('https://other.example.com');
  await expect(open('https://evil.example.com')).rejects.toThrow('403');
});

test('accepts only the origin of the control plane by default', async () => {
  await using _gateway = await stage.startGateway();
  const { taskId } = await stage.runTask(port);
  const open = async (origin: string) => {
    await using _viewer = await openViewer(await stage.streamUrl(taskId), { origin });
  };
  await open(stage.controlPlane.url);
  for (const origin of ['https://evil.example.com', 'http://127.0.0.1:1', 'null']) {
    await expect(open(origin)).rejects.toThrow('403');
  }
});

test('serves TLS, and reloads the certificate on SIGHUP', async () => {
  const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  makeCertificate('first.example.com', certFile, keyFile);
  await using gateway = await stage.startGateway({
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
  });
  const { taskId } = await stage.runTask(port);
  const streamUrl = (await stage.streamUrl(taskId)).replace('ws:', 'wss:');
  await using viewer = await openViewer(streamUrl);
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
  expect(await nameAt(gateway.port)).toBe('first.example.com');
  makeCertificate('second.example.com', certFile, keyFile);
  process.kill(gateway.processId ?? 0, 'SIGHUP');
  await pollUntil('the certificate has changed', async () => {
    return (await nameAt(gateway.port)) === 'second.example.com';
  });
  rmSync(keyFile);
  process.kill(gateway.processId ?? 0, 'SIGHUP');
  await pollUntil('it says so', () => gateway.logs().includes('keeping the old one'));
  expect(await nameAt(gateway.port)).toBe('second.example.com');
});

function makeCertificate(name: string, certFile: string, keyFile: string): void {
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    keyFile,
  ];
  const flags = ['req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, '-out', certFile];
  execFileSync('openssl', flags, { stdio: 'ignore' });
}

/** Returns the common name of the server's certificate. */
function nameAt(tlsPort: number | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: tlsPort ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
    socket.once('secureConnect', () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

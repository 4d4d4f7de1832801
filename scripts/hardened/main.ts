// Runs tasks on a worker image the way a careful operator would: as uid 10001, on a read-only disk,
// without capabilities, with infra/seccomp/chromium.json and limits. Prints a table, and exits with
// 1 unless all is as expected. Needs root, podman and runc, the image of infra/images/build.sh, and
// the packages of the tests' remote desktop (xrdp, xorgxrdp, tk8.6, xterm).
// usage: main.ts [--image NAME]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRdpServer } from '@errand/test-kit/rdp-server';
import { findFreePorts } from '@errand/app-runtime';
import { createApiClient, PORT_SETTINGS, startInstallation } from '@errand/local-installation';
import { startContainer } from './start-container.ts';
import { listTasks } from './tasks.ts';
import { runTask } from './run-task.ts';

const { values } = parseArgs({
  options: { image: { type: 'string', default: 'localhost/errand-worker:0.1.0' } },
});
const dataDirectory = mkdtempSync(join(tmpdir(), 'errand-hardened-'));
const TOKEN = 'token-of-workers-in-containers-only';
const [healthPort, ...free] = await findFreePorts(PORT_SETTINGS.length + 1);
const ports = Object.fromEntries(PORT_SETTINGS.map((name, index) => [name, String(free[index])]));
const rows: { readonly check: string; readonly result: string; readonly good: boolean }[] = [];
try {
  await using installation = await startInstallation({
    dataDirectory,
    autoPorts: false,
    environment: { ...process.env, ...ports },
    workers: 0,
    slots: undefined,
    settings: {
      'control-plane': { WORKER_TOKEN: TOKEN },
      'stream-gateway': {},
      worker: {},
      'local-inference': {},
    },
  });
  await using desktop = await startRdpServer();
  const started = Date.now();
  await using container = await startContainer(values.image, {
    CONTROL_PLANE_URL: `http://127.0.0.1:${ports['WORKER_PORT']}`,
    WORKER_TOKEN: TOKEN,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RECORD_SESSIONS: 'true',
    WORK_DIRECTORY: '/tmp',
    HEALTH_PORT: String(healthPort),
    HEALTH_HOST: '127.0.0.1',
    RDP_FINGERPRINTS: desktop.fingerprint,
    DRAIN_SECONDS: '30',
  });
  const health = await container.untilReady(`http://127.0.0.1:${healthPort}/health/ready`);
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  rows.push({ check: 'ready', result: `after ${seconds} s: ${health}`, good: true });
  rows.push(...(await container.describe()));
  const api = createApiClient(installation.apiUrl, installation.apiKey);
  for (const task of listTasks(installation, desktop)) rows.push(await runTask(api, task));
  rows.push(await container.stop());
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}
for (const { check, result, good } of rows) {
  console.log(`${good ? 'ok    ' : 'WRONG '} ${check.padEnd(22)} ${result}`);
}
process.exitCode = rows.every(({ good }) => good) ? 0 : 1;

// Starts infra/compose.yaml with podman-compose and uses it like a client, through nginx with TLS:
// a task with files, a viewer, two workers, restarts and shutdown. Prints a table, and exits with 1
// unless every line is as expected. Uses port 443. Needs root, podman, runc, podman-compose,
// netavark, aardvark-dns, and the images of infra/images/build.sh and build-services.sh.
// usage: main.ts [--tag TAG]
import { createApiClient } from '@errand/local-installation';
import { pollUntil } from '@errand/test-kit';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkRestarts } from './check-restarts.ts';
import { checkSampleTask, checkScreen } from './check-tasks.ts';
import { checkStop, checkTwoWorkers } from './check-workers.ts';
import { openStage, type Stage } from './open-stage.ts';

const API_URL = 'https://127.0.0.1';
const READY_DEADLINE_MS = 180_000;
const created = z.object({ api_key: z.string() });

const { values } = parseArgs({ options: { tag: { type: 'string', default: '0.1.0' } } });
await using stage = await openStage(values.tag);
setDefaultCACertificates([...getCACertificates('default'), stage.certificate]);

const started = Date.now();
await stage.compose(['up', '-d']);
try {
  await untilReady();
  const seconds = Math.round((Date.now() - started) / 1_000);
  show('up', `ready after ${seconds} s: ${await listContainers(stage)}`, true);
  const migrated = await stage.podman(
    'inspect',
    '--format',
    '{{.State.ExitCode}}, started again {{.RestartCount}} times',
    stage.nameOf('migrate_1'),
  );
  show('migration', `exit code ${migrated}`, migrated.startsWith('0,'));
  const api = createApiClient(API_URL, await createKey(stage));
  const client = { api, apiUrl: API_URL, stage };
  for (const check of [checkSampleTask, checkScreen, checkTwoWorkers, checkRestarts, checkStop]) {
    for (const { what, result, isGood } of await check(client)) show(what, result, isGood);
  }
} catch (error) {
  for (const replica of ['migrate_1', 'control-plane_1', 'worker_1', 'gateway_1', 'proxy_1']) {
    const log = await stage.podman('logs', '--tail', '8', stage.nameOf(replica)).catch(String);
    console.log(`${replica}:\n${log}`);
  }
  throw error;
}

async function untilReady(): Promise<void> {
  await pollUntil(
    'the API is ready behind nginx',
    async () => {
      const response = await fetch(`${API_URL}/health/ready`).catch(() => undefined);
      return response?.ok === true;
    },
    { deadlineMs: READY_DEADLINE_MS },
  );
}

async function listContainers({ podman }: Stage): Promise<string> {
  const label = 'label=io.podman.compose.project=errand-check';
  const names = await podman('ps', '--filter', label, '--format', '{{.Names}}');
  return names.replaceAll('errand-check_', '').split('\n').toSorted().join(' ');
}

async function createKey({ podman, nameOf }: Stage): Promise<string> {
  const errand = ['exec', nameOf('control-plane_1'), 'errand', 'admin'];
  await podman(...errand, 'accounts', 'create', 'check');
  const printed = await podman(...errand, 'keys', 'create', 'check', '--account', 'check');
  return created.parse(JSON.parse(printed)).api_key;
}

function show(what: string, result: string, isGood: boolean): void {
  console.log(`${isGood ? 'ok    ' : 'WRONG '} ${what.padEnd(30)} ${result}`);
  if (!isGood) process.exitCode = 1;
}

// Starts a real remote desktop (xrdp), runs a task on it, and saves the final screenshot.
// usage: pnpm rdp-screenshot FILE (a PNG)
import { startOwnPostgres } from '@errand/test-kit';
import { startRdpServer } from '@errand/test-kit/rdp-server';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFleet, type Fleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { ensureCommands } from '../system/ensure-commands.ts';

/** Position of the field in the form that the server shows. */
const FIELD = { '[0]': 430, '[1]': 148 };
const ORDER = [
  { interaction_action: { input_text: { coordinates: FIELD, input_text: 'Bolt {login[0]}' } } },
  { interaction_action: { click_element: { keyword: 'Send order' } } },
  { sleep_action: { sleep_time: 1 } },
];

const [file] = process.argv.slice(2);
if (file === undefined || file.startsWith('-')) {
  process.stderr.write('usage: pnpm rdp-screenshot FILE (a PNG)\n');
  process.exitCode = 1;
} else {
  process.exitCode = await takePicture(resolve(file));
}

async function takePicture(path: string): Promise<number> {
  ensureCommands('test', say);
  say('Starting a remote desktop, a control plane and a worker...');
  await using server = await startRdpServer();
  await using postgres = await startOwnPostgres();
  await using fleet = await openFleet({}, { databaseUrl: postgres.url });
  await using _worker = await fleet.startWorker({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RDP_FINGERPRINTS: server.fingerprint,
  });
  const { host, username, password } = server;
  const task = await fleet.run(ORDER, {
    url: '',
    automation: { browser_channel: 'rdp', take_final_screenshot: true },
    submission: { rdp_parameter: { host, username, password } },
  });
  const { status, error } = await fleet.untilEnded(task);
  say(`${status}${error === null ? '' : `: ${error}`}`);
  writeFileSync(path, await download(fleet, task));
  process.stdout.write(`${path}\n`);
  return status === 'success' ? 0 : 1;
}

async function download(fleet: Fleet, task: string): Promise<Uint8Array> {
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${task}`);
  const { downloads } = body as { readonly downloads: { filename: string; url: string }[] };
  const picture = downloads.find(({ filename }) => filename === 'final_screenshot.png');
  if (!picture) throw new Error('The task has no final screenshot.');
  const answer = await fetch(picture.url);
  return answer.bytes();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

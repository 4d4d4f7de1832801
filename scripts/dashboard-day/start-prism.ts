import { findFreePorts } from '@errand/app-runtime';
import { readErrandDocument } from '@errand/api-types';
import { pollUntil } from '@errand/test-kit';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PRISM = { '@stoplight/prism-cli': '5.16.0' };
const START_DEADLINE_MS = 240_000;

export interface Proxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Installs Prism, a proxy that checks requests and responses against an OpenAPI document, in
 * `folder`, and starts it before the control plane. If the request or the response
 * deviates from the document, the response gets the header `sl-violations`.
 */
export async function startPrism(folder: string, upstream: string): Promise<Proxy> {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: PRISM }),
  );
  writeFileSync(join(folder, 'errand.json'), JSON.stringify(readErrandDocument()));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 2, 2] });
  const [port = 0] = await findFreePorts(1);
  const log = openSync(join(folder, 'prism.log'), 'a');
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [program, 'proxy', 'errand.json', upstream, '--host', '127.0.0.1', '--port', `${port}`],
    { cwd: folder, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  try {
    await pollUntil('the proxy responds', () => answers(url), { deadlineMs: START_DEADLINE_MS });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/live`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

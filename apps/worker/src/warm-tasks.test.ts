import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import {
  openFleet,
  type Fleet,
  type TaskOptions,
  type WorkerProcess,
} from '@errand/task-runner/testing';

const IDLE_SECONDS = 300;

let fleet: Fleet;
let shop: Shop;

beforeAll(async () => {
  fleet = await openFleet({ WARM_SESSION_IDLE_SECONDS: String(IDLE_SECONDS) });
  shop = await openShop();
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await fleet[Symbol.asyncDispose]();
});

test('starts cold on another worker when the one with the session was killed', async () => {
  const first = await fleet.startWorker();
  expect(await visit('dan')).toBe('new');
  process.kill(first.processId ?? 0, 'SIGKILL');
  await using second = await fleet.startWorker();
  expect(await visit('dan')).toBe('new');
  expect(await visit('dan')).toBe('known');
  await endsClean(second);
  await pollUntil('the first one left nothing', () => first.processes().length === 0);
});

describe('on one worker, in sequence', () => {
  let worker: WorkerProcess;
  beforeAll(async () => {
    worker = await fleet.startWorker({ WARM_SESSIONS: '2' });
  });
  afterAll(async () => worker[Symbol.asyncDispose]());

  test('ends a session that has been idle for too long', async () => {
    const browser = await pollUntil('a browser is ready', () => worker.browsers()[0]);
    await visit('eve');
    expect(worker.browsers()).toContain(browser);
    await letSessionsIdle(IDLE_SECONDS);
    await pollUntil('the idle browser has ended', () => !worker.browsers().includes(browser), {
      deadlineMs: 20_000,
    });
    expect(await visit('eve')).toBe('new');
  });

  test('keeps a browser for its login only, and ends the one idle for longest when there are too many', async () => {
    expect(await visit('ann')).toBe('new');
    expect(await visit('ann')).toBe('known');
    expect(await visit('bob')).toBe('new');
    expect(await visit('ann')).toBe('known');
    expect(await visit('ivy')).toBe('new');
    expect(await visit('ann')).toBe('known');
    expect(await visit('bob')).toBe('new');
  });

  test('does not reload a page that the browser still shows', async () => {
    const reuse = { automation: { reuse_page_if_already_on_url: true } };
    await visit('cid', reuse);
    const before = shop.requests();
    expect(await visit('cid', reuse)).toBe('new');
    expect(shop.requests()).toBe(before);
    expect(await visit('cid')).toBe('known');
    expect(shop.requests()).toBe(before + 1);
  });

  test('restarts the browser when it or its page died between two tasks', async () => {
    await visit('fay');
    for (const processId of renderersOf(worker)) process.kill(processId, 'SIGKILL');
    expect(await visit('fay')).toBe('new');
    expect(await visit('fay')).toBe('known');
  });

  test('does not keep the browser of a task that was cancelled', async () => {
    expect(await visit('gus')).toBe('new');
    const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }], dedicated('gus'));
    await fleet.untilStatus(task, 'running');
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    expect((await fleet.untilEnded(task)).status).toBe('cancelled');
    expect(await visit('gus')).toBe('new');
  });

  test('keeps the browser of a task whose automation failed', async () => {
    expect(await visit('hal')).toBe('new');
    const failing = [{ fail_state_action: { failure_message: 'no' } }];
    const failed = await fleet.run(failing, dedicated('hal'));
    expect((await fleet.untilEnded(failed)).status).toBe('failed');
    expect(await visit('hal')).toBe('known');
  });

  test('leaves no process or file behind', async () => {
    expect(worker.browsers()).not.toEqual([]);
    await endsClean(worker);
  });
});

/**
 * Runs a dedicated task of the login and returns what the shop shows: whether it has seen this
 * browser before.
 */
async function visit(login: string, more: TaskOptions = {}): Promise<unknown> {
  const locator = {
    command: 'locator("#visitor")',
    extraction_format: { visitor: 'str' },
    output_variable_name: 'visitor',
  };
  const nodes = [{ extraction_action: { locator } }];
  const { error, output_data } = await fleet.untilEnded(
    await fleet.run(nodes, { ...dedicated(login), ...more }),
  );
  expect(error).toBeNull();
  const [entry] = output_data ?? [];
  return (entry?.json_data as { readonly visitor?: unknown } | undefined)?.visitor;
}

function dedicated(login: string): TaskOptions {
  const submission = {
    is_dedicated: true,
    unique_parameter_names: ['login'],
    // Two logins may be warm at the same time.
    max_parallelism: 2,
  };
  return { url: shop.url, login, submission };
}

async function endsClean(worker: WorkerProcess): Promise<void> {
  await worker[Symbol.asyncDispose]();
  await pollUntil('no process is left', () => worker.processes().length === 0);
  expect(worker.leftFiles()).toEqual([]);
}

/** Simulates sessions that were unused for that long. */
async function letSessionsIdle(seconds: number): Promise<void> {
  const client = new Client({ connectionString: fleet.controlPlane.databaseUrl });
  await client.connect();
  try {
    const statement =
      'UPDATE warm_sessions SET idle_since = idle_since - make_interval(secs => $1)';
    await client.query(statement, [seconds]);
  } finally {
    await client.end();
  }
}

/** Returns the renderer processes. */
function renderersOf(worker: WorkerProcess): number[] {
  return worker
    .processes()
    .filter((line) => line.includes('--type=renderer'))
    .map((line) => Number.parseInt(line, 10));
}

interface Shop extends AsyncDisposable {
  readonly url: string;
  /** How often the shop's page was requested. */
  readonly requests: () => number;
}

/** Opens a shop that recognises a returning browser by a cookie. */
async function openShop(): Promise<Shop> {
  let requests = 0;
  const server: Server = createServer((request, response) => {
    if (request.url !== '/shop') {
      response.writeHead(404).end();
      return;
    }
    requests += 1;
    const visitor = request.headers.cookie?.includes('seen=1') ? 'known' : 'new';
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/' });
    response.end(`<!doctype html><title>Shop</title><p id="visitor">${visitor}</p>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

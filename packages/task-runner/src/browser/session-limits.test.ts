import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { openFleet, type Fleet, type WorkerProcess } from '../testing/open-fleet.ts';

const TEST_DEADLINE_MS = 120_000;
const MIB = 1024 ** 2;
/** Writes 2 GiB to the origin private file system as fast as possible. */
const FILLER = `<script type="module">
const root = await navigator.storage.getDirectory();
const piece = new Uint8Array(${8 * MIB}).map((_, n) => n * 31);
for (let file = 0; file < 16; file += 1) {
  const handle = await root.getFileHandle('file-' + file, { create: true });
  const writable = await handle.createWritable();
  for (let n = 0; n < 16; n += 1) await writable.write(piece);
  await writable.close();
}
document.title = 'full';
</script>`;
/** Keeps 2 GiB of memory in use. */
const HOARDER = `<script>
const hoard = [];
setInterval(() => { if (hoard.length < 64) hoard.push(new Uint8Array(${32 * MIB}).fill(7)); }, 50);
</script>`;
const PAGES: Readonly<Record<string, string>> = { '/filler': FILLER, '/hoarder': HOARDER };

let fleet: Fleet;
let worker: WorkerProcess;
let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGES[request.url ?? ''] ?? '<title>plain</title>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  if (typeof address !== 'object' || address === null) throw new Error('The site has no port.');
  url = `http://127.0.0.1:${address.port}`;
  fleet = await openFleet();
  worker = await fleet.startWorker({
    SESSION_DISK_MIB: '100',
    SESSION_MEMORY_MIB: '1000',
    SESSION_MEMORY_GROUPS: 'off',
  });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  site.close();
});

test.each([
  ['/filler', /used more than 100 MiB of disk \(SESSION_DISK_MIB\)/],
  ['/hoarder', /used more than 1000 MiB of memory \(SESSION_MEMORY_MIB\)/],
])(
  'ends the task of a page that uses too much, %s, and continues',
  async (page, reason) => {
    const sleep = { sleep_action: { sleep_time: 600 } };
    const ended = await fleet.untilEnded(await fleet.run([sleep], { url: `${url}${page}` }));
    expect(ended).toMatchObject({
      status: 'failed',
      error_class: 'limit_exceeded',
      error: expect.stringMatching(reason),
      retry_count: 0,
    });
    const next = await fleet.untilEnded(await fleet.run([], { url: `${url}/plain` }));
    expect(next.status).toBe('success');
    // Only the browser waiting for the next task and its display are left.
    await pollUntil('the disk is free', () => worker.leftFiles().length === 2);
  },
  TEST_DEADLINE_MS,
);

// Needs root, where control groups can be written.
test(
  'lets the kernel end the browser that uses too much, and no other one',
  async () => {
    await worker[Symbol.asyncDispose]();
    await using _twoSlots = await fleet.startWorker({
      WORKER_SLOTS: '2',
      SESSION_MEMORY_MIB: '700',
      SESSION_MEMORY_GROUPS: 'on',
    });
    const neighbour = await fleet.run([{ sleep_action: { sleep_time: 30 } }], {
      url: `${url}/plain`,
    });
    await fleet.untilStatus(neighbour, 'running');
    const sleep = { sleep_action: { sleep_time: 600 } };
    const greedy = await fleet.run([sleep], { url: `${url}/hoarder` });
    expect(await fleet.untilEnded(greedy)).toMatchObject({
      status: 'failed',
      error_class: 'out_of_memory',
      error: expect.stringContaining('it has used up its memory of 700 MiB'),
      retry_count: 0,
    });
    expect(await fleet.statusOf(neighbour)).toBe('running');
    const { status, retry_count } = await fleet.untilEnded(neighbour);
    expect([status, retry_count]).toEqual(['success', 0]);
  },
  TEST_DEADLINE_MS,
);

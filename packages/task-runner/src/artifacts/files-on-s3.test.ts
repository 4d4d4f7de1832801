import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openUploadSite, uploadOf } from '../input-files/testing/open-upload-site.ts';
import type { Fleet } from '../testing/open-fleet.ts';
import { openS3Fleet, type S3Fleet } from '../testing/open-s3-fleet.ts';

const MIB = 1024 ** 2;
const owned = new AsyncDisposableStack();
let stage: S3Fleet;
let fleet: Fleet;
/** Serves `/N`: a page with a link to a file of N bytes. */
let siteUrl: string;
beforeAll(async () => {
  // Limit of one attempt: 2 MiB.
  stage = owned.use(await openS3Fleet({ ATTEMPT_STORAGE_GIB: String(2 / 1024) }));
  ({ fleet } = stage);
  owned.use(await fleet.startWorker());
  const site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    if (pathname !== '/file') {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="/file?size=${pathname.slice(1)}">The file</a>`);
      return;
    }
    response.setHeader('content-disposition', 'attachment; filename="the-file.bin"');
    response.end(Buffer.alloc(Number(searchParams.get('size')), 'x'));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  owned.defer(() => {
    site.closeAllConnections();
    site.close();
  });
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => owned.disposeAsync());

const input_files = [{ name: 'bill.txt', content_base64: Buffer.from('42').toString('base64') }];

async function download(bytes: number) {
  const click = {
    interaction_action: {
      click_element: { command: 'get_by_text("The file")', expect_download: true },
    },
  };
  const options = { url: `${siteUrl}/${bytes}`, automation: { max_retries: 0 } };
  const taskId = await fleet.run([click], options);
  const { status, error, error_class } = await fleet.untilEnded(taskId);
  const path = `/api/v1/get_downloads?task_id=${taskId}`;
  const { body } = await fleet.controlPlane.call('GET', path);
  const { downloads } = body as { readonly downloads: readonly { url: string; size: number }[] };
  return { status, error, error_class, downloads };
}

test('a download over the attempt limit fails the task, and one within it is served from the bucket', async () => {
  const beyond = await download(3 * MIB);
  expect(beyond).toMatchObject({
    status: 'failed',
    error_class: 'limit_exceeded',
    error: expect.stringMatching(/ATTEMPT_STORAGE_GIB/),
    downloads: [],
  });

  const within = await download(MIB);
  expect(within).toMatchObject({ status: 'success', downloads: [{ size: MIB }] });
  const { url = '' } = within.downloads[0] ?? {};
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(MIB);
});

test('a full account cannot store more in the bucket until the operator deletes tasks or raises the limit', async () => {
  const { call, command } = fleet.controlPlane;
  const readAccount = async () =>
    (await call('GET', '/api/v1/account')).body as {
      readonly name: string;
      readonly storage: { readonly used_bytes: number };
    };
  const { name, storage } = await readAccount();
  // Enough room for the task, its steps and thumbnails, but not for the file.
  const gib = (storage.used_bytes + MIB / 2) / 1024 ** 3;
  await command('accounts', 'limit', name, '--storage-gib', String(gib));
  expect(await download(MIB)).toMatchObject({
    status: 'failed',
    error_class: 'limit_exceeded',
    error: expect.stringMatching(/The account stores \d+ of the \d+ bytes that are allowed/),
    downloads: [],
  });

  await command('tasks', 'delete', '--ended-days-ago', '0');
  expect((await readAccount()).storage.used_bytes).toBeLessThan(storage.used_bytes);
  await command('accounts', 'limit', name, '--storage-gib', 'default');
  expect(await download(MIB)).toMatchObject({ status: 'success', downloads: [{ size: MIB }] });
});

test("uploads the task's input files from S3 to the site, and stores its pictures in S3", async () => {
  let url: string | null | undefined;
  // A thumbnail that is not ready in time is left out.
  for (let tries = 0; typeof url !== 'string' && tries < 5; tries += 1) {
    await using site = await openUploadSite();
    const nodes = uploadOf(['bill.txt']);
    const taskId = await fleet.run(nodes, { url: site.url, submission: { input_files } });
    const { error, status, steps } = await fleet.untilEnded(taskId);
    expect([error, status]).toEqual([null, 'success']);
    expect(site.received()).toEqual([['bill.txt', Buffer.from('42')]]);
    url = steps[0]?.screenshot_url;
  }
  const picture = await fetch(url ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('a submission gets 503 and leaves no task while the storage does not respond', async () => {
  const parameters = { input_parameters: {}, generated_parameters: {} };
  const automation = { url: fleet.site.url, parameters, nodes: [] };
  await fleet.store({ endpoint_name: 'bills', description: 'bills', automation });
  const list = () => fleet.controlPlane.call('GET', '/api/v1/tasks');
  const before = await list();
  stage.proxy.cut();
  const order = { endpoint_name: 'bills', input_parameters: {}, input_files };
  const answer = await fleet.controlPlane.call('POST', '/api/v1/inference', order);
  stage.proxy.mend();
  const message = expect.stringContaining('cannot reach its files');
  expect(answer).toMatchObject({ status: 503, body: { success: false, message } });
  expect(await list()).toEqual(before);
});

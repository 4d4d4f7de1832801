import { createS3Storage } from '@errand/object-storage';
import { startCuttableProxy } from '@errand/test-kit';
import { startS3Server } from '@errand/test-kit/s3-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';
import { openUploadSite, uploadOf, type UploadSite } from './testing/open-upload-site.ts';

const input_files = [{ name: 'bill.txt', content_base64: Buffer.from('42').toString('base64') }];
const submission = { input_files };
const nodes = uploadOf(['bill.txt']);

const owned = new AsyncDisposableStack();
let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
let fleet: Fleet;
let site: UploadSite;
beforeAll(async () => {
  const server = owned.use(await startS3Server());
  const { region, accessKey, secretKey } = server;
  proxy = owned.use(await startCuttableProxy(`http://${server.endPoint}:${server.port}`));
  const bucket = { url: proxy.url, bucket: 'errand', region, accessKey, secretKey };
  owned.use(await createS3Storage({ ...bucket, createBucket: true }));
  fleet = owned.use(
    await openFleet({
      STORAGE_DIRECTORY: '',
      STORAGE_SIGNING_KEY: '',
      S3_ENDPOINT: proxy.url,
      S3_BUCKET: bucket.bucket,
      S3_REGION: region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    }),
  );
  site = owned.use(await openUploadSite());
});
afterAll(() => owned.disposeAsync());

test('gives the site what came with the task over S3, and keeps its pictures there', async () => {
  await using _worker = await fleet.startWorker();
  const taskId = await fleet.run(nodes, { url: site.url, submission });
  const { error, status, steps } = await fleet.untilEnded(taskId);
  expect([error, status]).toEqual([null, 'success']);
  expect(site.received()).toEqual([['bill.txt', Buffer.from('42')]]);
  const picture = await fetch(steps[0]?.screenshot_url ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('a submission is answered 503 and leaves no task while the storage is silent', async () => {
  const parameters = { input_parameters: {}, generated_parameters: {} };
  const automation = { url: site.url, parameters, nodes: [] };
  await fleet.store({ endpoint_name: 'bills', description: 'bills', automation });
  const list = () => fleet.controlPlane.call('GET', '/api/v1/tasks');
  const before = await list();
  proxy.cut();
  const order = { endpoint_name: 'bills', input_parameters: {}, ...submission };
  const answer = await fleet.controlPlane.call('POST', '/api/v1/inference', order);
  proxy.mend();
  const message = expect.stringContaining('cannot reach its files');
  expect(answer).toMatchObject({ status: 503, body: { success: false, message } });
  expect(await list()).toEqual(before);
});

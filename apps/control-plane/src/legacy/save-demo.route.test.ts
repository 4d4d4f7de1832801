import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

const PATH = '/api/v1/save_demo';
const page = 'https://portal.example/invoices';
const hello = 'data:text/plain;base64,SGVsbG8=';

let app: TestApp;
/** Like a production deployment: it fetches nothing from this machine. */
let guarded: TestApp;
let server: Server;
let origin: string;
let requests = 0;
beforeAll(async () => {
  [app, guarded] = await Promise.all([
    startTestApp(),
    startTestApp({ allowPrivateAddresses: false }),
  ]);
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === '/watched') {
      void countPending().then((count) => response.end(`${count} begun`));
    } else if (request.url === '/moved') response.writeHead(302, { location: '/list.csv' }).end();
    else if (request.url === '/list.csv') {
      response.setHeader('content-type', 'text/csv; charset=utf-8');
      response.end('a,b');
    } else if (request.url === '/endless') {
      response.writeHead(200);
      const feed = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
      };
      response.on('drain', feed);
      feed();
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await Promise.all([app[Symbol.asyncDispose](), guarded[Symbol.asyncDispose]()]);
});

const countPending = () =>
  app.database.prisma.pendingUpload.count({ where: { abandonedAt: null } });
const countDemos = ({ database }: TestApp) => database.prisma.demo.count();
/** Fetches a signed address of the local store. */
const download = async (url: string) => {
  const { pathname, search } = new URL(url);
  return supertest(app.app)
    .get(pathname + search)
    .expect(200);
};

// proves operation: saveDemo; getDemo
test('200 stores files from addresses, data URLs and base64, which can be read again', async () => {
  const files = [`${origin}/list.csv`, hello, `${origin}/moved`, 'SGVs\nbG8='];
  const { body } = await app.post(PATH, { url: page, files }).expect(200);
  expect(body).toEqual({
    success: true,
    goal_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    message: 'The goal is saved with 4 files.',
  });
  const read = await app.get(`/api/v1/demos/${body.goal_id}`).expect(200);
  const url = expect.stringContaining('/files/');
  const inline = { url, size: 5, source_url: null };
  const csv = { url, size: 3, content_type: 'text/csv; charset=utf-8' };
  expect(read.body).toEqual({
    success: true,
    demo: {
      goal_id: body.goal_id,
      url: page,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      files: [
        { ...csv, filename: 'list.csv', source_url: `${origin}/list.csv` },
        { ...inline, content_type: 'text/plain', filename: 'file-2.txt' },
        { ...csv, filename: 'moved', source_url: `${origin}/moved` },
        { ...inline, content_type: 'application/octet-stream', filename: 'file-4' },
      ],
    },
  });
  const [first, second, , fourth] = read.body.demo.files;
  expect((await download(first.url)).text).toBe('a,b');
  expect((await download(second.url)).text).toBe('Hello');
  expect((await download(fourth.url)).body.toString()).toBe('Hello');
});

test('200 registers files before storing them, until the goal is saved or refused', async () => {
  const { body } = await app.post(PATH, { url: page, files: [`${origin}/watched`] }).expect(200);
  const { body: read } = await app.get(`/api/v1/demos/${body.goal_id}`).expect(200);
  expect((await download(read.demo.files[0].url)).body.toString()).toBe('1 begun');
  await app.post(PATH, { url: page, files: [hello, `${origin}/none`] }).expect(422);
  expect(await countPending()).toBe(0);
});

test('deletes the files of requests that a killed process left a day ago', async () => {
  const { demos, storage, uploads } = app.dependencies;
  const saved = (await app.post(PATH, { url: page, files: [hello] }).expect(200)).body.goal_id;
  const [old, recent] = [randomUUID(), randomUUID()];
  for (const goalId of [old, recent]) {
    await demos.begin(goalId, app.accountId);
    const text = { contentType: 'text/plain' };
    await storage.write(demos.objectKeyOf(goalId, 1), Buffer.from('left'), text);
  }
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  const prefix = `demos/${old}/`;
  await app.database.prisma.pendingUpload.update({ where: { prefix }, data: { createdAt } });
  expect(await uploads.discardAbandoned()).toBe(false);
  const found = async (goalId: string) =>
    (await storage.find(demos.objectKeyOf(goalId, 1))) !== undefined;
  expect([await found(old), await found(recent), await found(saved)]).toEqual([false, true, true]);
  // A request this late is refused, because its files are gone.
  const late = demos.save(app.accountId, { goalId: old, url: page, files: [] });
  await expect(late).rejects.toThrow(/begun too long ago/);
  await demos.discard(recent);
  expect([await found(recent), await countPending()]).toEqual([false, 0]);
});

// proves operation: saveDemo
test('400 in the older shape without url or files, or without JSON', async () => {
  const missing = await app.post(PATH, {}).expect(400);
  expect(missing.body).toEqual({
    error: expect.stringMatching(/url is missing.*|files is missing/),
  });
  const malformed = app.post(PATH).set('content-type', 'application/json').send('{');
  expect((await malformed.expect(400)).body).toEqual({ error: expect.stringMatching(/JSON/) });
});

test('401 in the older shape without a key', async () => {
  const { body } = await supertest(app.app).post(PATH).send({}).expect(401);
  expect(body).toEqual({ error: expect.stringMatching(/missing/) });
});

test('413 and 415 in the older shape', async () => {
  const older = { error: expect.any(String) };
  const large = { url: page, files: ['x'.repeat(10_485_760)] };
  expect((await app.post(PATH, large).expect(413)).body).toEqual(older);
  expect((await app.post(PATH).expect(415)).body).toEqual(older);
});

test.each([
  ['/none', /cannot be fetched: the server returned 404/],
  ['/endless', /more than 26214400 bytes/],
])('422 for %s, without keeping anything', async (path, message) => {
  const before = await countDemos(app);
  const files = [hello, `${origin}${path}`];
  const { body } = await app.post(PATH, { url: page, files }).expect(422);
  expect(body.detail).toEqual([
    { loc: ['body', 'files', 1], type: 'file', msg: expect.stringMatching(message) },
  ]);
  expect(await countDemos(app)).toBe(before);
});

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
  '422 for a file on %s, without requesting it',
  async (host) => {
    const before = requests;
    const files = [`http://${host}:${new URL(origin).port}/list.csv`];
    const { body } = await guarded.post(PATH, { url: page, files }).expect(422);
    expect(body.detail[0].msg).toMatch(/refused by the egress rule/);
    expect(requests).toBe(before);
    expect(await countDemos(guarded)).toBe(0);
  },
);

test.each([
  [{ files: ['data:;base64,!'] }, ['files', 0], 'file'],
  [{ files: ['file:///etc/passwd'] }, ['files', 0], 'file'],
  [{ files: ['ftp://a.example/f'] }, ['files', 0], 'file'],
  [{ files: ['list.csv'] }, ['files', 0], 'file'],
  [{ files: [] }, ['files'], 'minItems'],
  [{ files: Array.from({ length: 21 }, () => hello) }, ['files'], 'maxItems'],
  [{ files: 'f' }, ['files'], 'type'],
  [{ url: 'portal' }, ['url'], 'format'],
  [{ url: 'file:///etc/passwd' }, ['url'], 'pattern'],
  [{ goal: 'x' }, ['goal'], 'additionalProperties'],
])('422 for %j', async (more, place, type) => {
  const sent = { url: page, files: [hello], ...more };
  const { body } = await app.post(PATH, sent).expect(422);
  const loc = ['body', ...place];
  expect(body.detail).toContainEqual({ loc, type, msg: expect.any(String) });
});

test('deletes all objects when a later file cannot be fetched', async () => {
  const { storage } = app.dependencies;
  const written: string[] = [];
  const { write } = storage;
  const spied = {
    ...storage,
    write: (...args: Parameters<typeof write>) => {
      written.push(args[0]);
      return storage.write(...args);
    },
  };
  Object.assign(app.dependencies, { storage: spied });
  await app.post(PATH, { url: page, files: [hello, `${origin}/none`] }).expect(422);
  Object.assign(app.dependencies, { storage });
  expect(written).toHaveLength(1);
  for (const key of written) expect(await storage.find(key)).toBeUndefined();
});

// proves operation: getDemo
test('401 for reading without a key, 422 for an unknown query parameter', async () => {
  await supertest(app.app).get(`/api/v1/demos/${randomUUID()}`).expect(401);
  await app.get(`/api/v1/demos/${randomUUID()}?files=1`).expect(422);
});

test('404 for a goal that is unknown or of another account', async () => {
  const saved = await app.post(PATH, { url: page, files: [hello] }).expect(200);
  const path = `/api/v1/demos/${saved.body.goal_id}`;
  const { body } = await app.get(path).set('x-api-key', app.otherApiKey).expect(404);
  expect(body).toEqual({ detail: `There is no goal "${saved.body.goal_id}".` });
  await app.get('/api/v1/demos/none').expect(404);
});

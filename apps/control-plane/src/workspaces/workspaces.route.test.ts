import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/workspaces';

const app = await useTestApp();
let names = 0;
let name: string;
beforeEach(() => {
  name = `workspace ${(names += 1)}`;
});

async function create(): Promise<string> {
  const { body } = await app.post(PATH, { name }).expect(201);
  return `${PATH}/${body.workspace.workspace_id}`;
}

/** Adds a recording to the workspace and returns its path. */
async function fill(path: string): Promise<string> {
  const { body } = await app
    .post('/api/v1/recordings', {
      endpoint_name: name,
      automation: orderAutomation,
      workspace_id: path.split('/').at(-1),
    })
    .expect(201);
  return `/api/v1/recordings/${body.recording_id}`;
}

// proves operation: listWorkspaces
describe('list', () => {
  test('200 lists the default workspace first, with recording counts, page by page', async () => {
    const own = ['b', 'a', 'c'].map((letter) => `${letter} of ${randomUUID()}`);
    for (const each of own) {
      await app.post(PATH, { name: each }).set('x-api-key', app.otherApiKey).expect(201);
    }
    const seen: { name: string; workspace_id: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = app.get(`${PATH}?limit=1${query}`).set('x-api-key', app.otherApiKey);
      const { body } = await page.expect(200);
      seen.push(...body.workspaces);
      cursor = body.next_cursor;
      // A page begins after the last workspace of the previous page, even if that has been deleted.
      const [last] = body.workspaces;
      if (last.is_default) continue;
      const path = `${PATH}/${last.workspace_id}`;
      await app.delete(path).set('x-api-key', app.otherApiKey).expect(200);
    }
    expect(seen.map((workspace) => workspace.name)).toEqual(['default', ...own.toSorted()]);

    const { body } = await app.get(PATH).expect(200);
    expect(body.workspaces[0]).toEqual({
      workspace_id: expect.any(String),
      name: 'default',
      is_default: true,
      recording_count: 1,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
  });

  test('401 without a key', async () => {
    await supertest(app.app).get(PATH).expect(401);
  });

  test.each(['limit=0', 'cursor=!!', 'page=2'])('422 for %s', async (query) => {
    await app.get(`${PATH}?${query}`).expect(422);
  });
});

// proves operation: createWorkspace
describe('create', () => {
  test('201 creates an empty workspace', async () => {
    const { body } = await app.post(PATH, { name }).expect(201);
    expect(body).toEqual({
      success: true,
      workspace: {
        workspace_id: expect.any(String),
        name,
        is_default: false,
        recording_count: 0,
        created_at: expect.any(String),
      },
    });
  });

  test('401 without a key', async () => {
    await supertest(app.app).post(PATH).send({ name }).expect(401);
  });

  test('409 for a name that is taken, but only within the account', async () => {
    await create();
    const { body } = await app.post(PATH, { name }).expect(409);
    expect(body.detail).toBe(`Another workspace has the name "${name}": choose another one.`);
    await app.post(PATH, { name }).set('x-api-key', app.otherApiKey).expect(201);
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    await app.post(PATH).set('content-type', 'application/json').send('{').expect(400);
    await app.post(PATH, { name: 'x'.repeat(10_485_760) }).expect(413);
    await app.post(PATH).expect(415);
  });

  test.each([
    {},
    { name: '' },
    { name: 7 },
    { name: 'x'.repeat(201) },
    { name: 'a', colour: 'red' },
  ])('422 for %j', async (sent) => {
    await app.post(PATH, sent).expect(422);
  });
});

// proves operation: renameWorkspace
describe('rename', () => {
  test('200 changes only the name', async () => {
    const path = await create();
    await fill(path);
    const { body } = await app.patch(path, { name: `${name} renamed` }).expect(200);
    expect(body.workspace).toMatchObject({ name: `${name} renamed`, recording_count: 1 });
  });

  test('401 without a key', async () => {
    await supertest(app.app)
      .patch(await create())
      .send({ name })
      .expect(401);
  });

  test('404 for a workspace that is unknown or of another account', async () => {
    const path = await create();
    await app.patch(path, { name: 'mine' }).set('x-api-key', app.otherApiKey).expect(404);
    await app.patch(`${PATH}/${randomUUID()}`, { name: 'x' }).expect(404);
    await app.patch(`${PATH}/none`, { name: 'x' }).expect(404);
  });

  test('409 for a name that is taken', async () => {
    await app.patch(await create(), { name: 'default' }).expect(409);
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    const path = await create();
    await app.patch(path).set('content-type', 'application/json').send('{').expect(400);
    await app.patch(path, { name: 'x'.repeat(10_485_760) }).expect(413);
    await app.patch(path).expect(415);
  });

  test('422 without a name', async () => {
    await app.patch(await create(), {}).expect(422);
  });
});

// proves operation: deleteWorkspace
describe('delete', () => {
  test('200 once the workspace is empty, not counting deleted recordings', async () => {
    const path = await create();
    const recording = await fill(path);
    const { body: refused } = await app.delete(path).expect(409);
    expect(refused.detail).toBe(
      `The workspace "${name}" contains recordings (1): delete them or move them to another workspace first.`,
    );
    await app.delete(recording).expect(200);
    const events = async () =>
      (await app.database.pool.query('SELECT FROM account_events')).rowCount;
    const before = await events();
    const { body } = await app.delete(path).expect(200);
    expect(body).toEqual({ success: true, message: 'The workspace is deleted.' });
    // Its recording was announced as deleted before.
    expect(await events()).toBe(before);
    await app.delete(path).expect(404);
  });

  test('401 without a key', async () => {
    await supertest(app.app)
      .delete(await create())
      .expect(401);
  });

  test('404 for a workspace of another account, without deleting it', async () => {
    const path = await create();
    await app.delete(path).set('x-api-key', app.otherApiKey).expect(404);
    await app.delete(`${PATH}/none`).expect(404);
    await app.delete(path).expect(200);
  });

  test('409 for the default workspace', async () => {
    const id = await app.dependencies.workspaces.find(app.accountId);
    const { body } = await app.delete(`${PATH}/${id}`).expect(409);
    expect(body.detail).toMatch(/default/);
  });

  test('422 for an unknown query parameter', async () => {
    await app.delete(`${await create()}?force=true`).expect(422);
  });
});

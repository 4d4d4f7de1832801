import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/tasks';
const app = await useTestApp();

/** Submitted one per day from March 1; the last two have not ended. */
let taskIds: string[];
let workspaceId: string;
beforeAll(async () => {
  const { body } = await app.post('/api/v1/workspaces', { name: 'Finance' }).expect(201);
  workspaceId = body.workspace.workspace_id;
  const other = { endpoint_name: 'Invoice-Export', workspace_id: workspaceId };
  await app.post('/api/v1/recordings', { ...other, automation: orderAutomation }).expect(201);
  const secret = [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }];
  taskIds = [
    await submit({ number: ['R-2041'], username: ['ann'] }),
    await submit(
      { number: ['R-2042', 'Ünal'], username: [] },
      { secure_parameters: { code: secret } },
    ),
    await submit(
      { number: ['x'.repeat(3_000)], username: ['bob'] },
      { endpoint_name: 'Invoice-Export' },
    ),
    await submit({ number: ['100%_"\\'], username: ['ann'] }),
    await submit({ number: [], username: ['ann'] }),
  ];
  for (const [position, id] of taskIds.entries()) {
    // The earlier a task was submitted, the later it ran; the third took as long as the first.
    const minutes = [30, 10, 30][position];
    await app.database.prisma.task.update({
      where: { id },
      data: {
        createdAt: at(position + 1),
        ...(position < 4 ? { startedAt: at(20 - position), status: 'running' } : {}),
        ...(minutes ? { completedAt: at(20 - position, minutes), status: 'success' } : {}),
      },
    });
  }
});

const at = (day: number, minutes = 0) => new Date(Date.UTC(2026, 2, day, 0, minutes));

async function submit(input_parameters: object, members: object = {}): Promise<string> {
  const sent = { ...orderSubmission, input_parameters, ...members };
  return (await app.post('/api/v1/inference', sent).expect(202)).body.task_id;
}

const list = async (query: string, key = app.apiKey) =>
  (await app.get(`${PATH}?${query}`).set('x-api-key', key).expect(200)).body;
const positionsOf = ({ tasks }: { tasks: { task_id: string }[] }) =>
  tasks.map(({ task_id: id }) => taskIds.indexOf(id));

test.each([
  ['completed_after=2026-03-19T00:10:00Z', [1, 0]],
  ['completed_before=2026-03-19T00:10:00Z', [2]],
  [
    'completed_after=2026-03-18T00:00:00Z&completed_before=2026-03-20T00:00:00Z&status=success',
    [2, 1],
  ],
  ['q=r-204', [1, 0]],
  ['q=R-2041', [0]],
  ['q=%C3%BCNAL', [1]],
  ['q=invoice-exp', [2]],
  ['q=xyz', []],
  ['q=%25_%22%5C', [3]],
  ['q=ann&status=queued', [4]],
  ['q=totp', []],
  ['q=JBSWY3DPEHPK3PXP', []],
  ['q=sealed', []],
  ['sort=started', [0, 1, 2, 3]],
  ['sort=started&order=asc&q=order', [3, 1, 0]],
  ['sort=completed', [0, 1, 2]],
  ['sort=completed&completed_before=2026-03-20T00:00:00Z&order=asc', [2, 1]],
  ['sort=duration&order=asc&limit=1', [1]],
  ['sort=created&order=asc', [0, 1, 2, 3, 4]],
])('200 for %s', async (query, expected) => {
  expect(positionsOf(await list(query))).toEqual(expected);
});

test('200 for the tasks of a workspace', async () => {
  expect(positionsOf(await list(`workspace_id=${workspaceId}`))).toEqual([2]);
  expect(positionsOf(await list(`workspace_id=${workspaceId}&sort=started`))).toEqual([2]);
  const { body } = await app.get('/api/v1/get_recordings').expect(200);
  const [{ recording_id: id, workspace_id: usual }] = body.recordings;
  expect(positionsOf(await list(`workspace_id=${usual}`))).toEqual([4, 3, 1, 0]);
  expect(positionsOf(await list(`workspace_id=${workspaceId}&recording_id=${id}`))).toEqual([]);
  expect(await list(`workspace_id=${randomUUID()}`)).toMatchObject({
    tasks: [],
    total_estimate: 0,
  });
  expect(positionsOf(await list(`workspace_id=${workspaceId}`, app.otherApiKey))).toEqual([]);
});

test('200 for a prefix of an id, but only of this account', async () => {
  const [id = ''] = taskIds;
  for (const start of [id, id.slice(0, 35).toUpperCase()]) {
    expect(positionsOf(await list(`q=${start}`))).toEqual([0]);
    expect(positionsOf(await list(`q=${start}&sort=duration`))).toEqual([0]);
    expect(positionsOf(await list(`q=${start}&status=queued`))).toEqual([]);
    expect(positionsOf(await list(`q=${start}`, app.otherApiKey))).toEqual([]);
  }
  const alike = taskIds.filter((other) => other.startsWith(id.slice(0, 3)));
  expect(positionsOf(await list(`q=${id.slice(0, 3)}`))).toHaveLength(alike.length);
  expect(positionsOf(await list(`q=${id.slice(1)}`))).toEqual([]);
});

/** The positions, read from pages of one entry each. */
async function collect(query: string, total: number): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await list(`${query}&limit=1${next}`);
    expect(page).toMatchObject({ total_estimate: total, total_is_exact: true });
    seen.push(...positionsOf(page));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return seen;
}

test.each(['created', 'started', 'completed', 'duration'])(
  '200 pages through a list sorted by %s, both ways',
  async (sort) => {
    for (const more of ['order=asc', 'order=desc', 'order=asc&q=order', 'order=desc&q=order']) {
      const query = `sort=${sort}&${more}`;
      const whole = positionsOf(await list(query));
      expect(whole.length).toBeGreaterThan(1);
      expect(await collect(query, whole.length)).toEqual(whole);
    }
  },
);

test('200 shows small inputs and omits large ones', async () => {
  const { tasks } = await list('');
  expect(tasks[4].input_parameters).toEqual({ number: ['R-2041'], username: ['ann'] });
  // Compressed, these 3,000 characters take few bytes.
  expect(tasks[2].input_parameters).toBeNull();
});

test('422 for a cursor of a list with a different sort order', async () => {
  const { next_cursor: cursor } = await list('limit=1&sort=started');
  for (const sort of ['created', 'completed', 'duration']) {
    const { body } = await app.get(`${PATH}?sort=${sort}&cursor=${cursor}`).expect(422);
    expect(body.detail[0].loc).toEqual(['query', 'cursor']);
  }
});

test.each([
  ['q=', 'q'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['sort=priority', 'sort'],
  ['order=up', 'order'],
  ['completed_after=2026-06-30T23:59:60Z', 'completed_after'],
])('422 for %s', async (query, name) => {
  const { body } = await app.get(`${PATH}?${query}`).expect(422);
  expect(body.detail[0].loc).toEqual(['query', name]);
});

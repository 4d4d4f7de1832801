import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const NUL = 'contains the character U+0000, which cannot be stored: remove it.';
const LONE = 'contains a lone surrogate, which cannot be stored: remove it.';

const app = await useTestApp();

const submission = (members: object) => ({ ...orderSubmission, ...members });
const recording = (members: object) => ({
  endpoint_name: 'new',
  automation: orderAutomation,
  ...members,
});
const [node] = orderAutomation.nodes;

test.each([
  {
    path: '/inference',
    sent: submission({ endpoint_name: 'a\0' }),
    place: ['endpoint_name'],
    msg: NUL,
  },
  {
    path: '/inference',
    sent: submission({ input_parameters: { username: ['ok', 'a\uD83D'], number: [] } }),
    place: ['input_parameters', 'username', 1],
    msg: LONE,
  },
  {
    path: '/inference',
    sent: submission({ input_parameters: { 'a\0': [] } }),
    place: ['input_parameters', 'a\0'],
    msg: `has a name that ${NUL}`,
  },
  {
    path: '/inference',
    sent: submission({ input_parameters: { number: 'a\0' } }),
    place: ['input_parameters', 'number'],
    msg: NUL,
  },
  {
    path: '/update_example',
    sent: recording({ endpoint_name: '\uDE00' }),
    place: ['endpoint_name'],
    msg: LONE,
  },
  {
    path: '/update_example',
    sent: recording({ description: '\0' }),
    place: ['description'],
    msg: NUL,
  },
  {
    path: '/update_example',
    sent: recording({ automation: { ...orderAutomation, nodes: [node, { ...node, name: '\0' }] } }),
    place: ['automation', 'nodes', 1, 'name'],
    msg: NUL,
  },
  { path: '/task_status', sent: { task_id: ['ok', '\0'] }, place: ['task_id', 1], msg: NUL },
  { path: '/initiate_callback', sent: { task_id: '\0' }, place: ['task_id'], msg: NUL },
])('422 for bad characters: POST $path $sent', async ({ path, sent, place, msg }) => {
  const { body } = await app.post(`/api/v1${path}`, sent).expect(422);
  const field = place.join('.').replace('\0', String.raw`\u0000`);
  const said = `${field} ${msg}`;
  expect(body).toEqual({ detail: [{ loc: ['body', ...place], msg: said, type: 'text' }] });
});

test.each([
  ['/api/v1/tasks/a%00', ['path', 'task_id']],
  ['/api/v1/task_status?task_id=a%00', ['query', 'task_id']],
  ['/api/v1/get_downloads?task_id=a%00', ['query', 'task_id']],
  ['/api/v1/get_recordings?endpoint_name=a%00', ['query', 'endpoint_name']],
  ['/api/v1/get_recordings?workspace_id=a%00', ['query', 'workspace_id']],
])('422 for U+0000 in %s, and 401 before it', async (path, loc) => {
  const { body } = await app.get(path).expect(422);
  expect(body).toEqual({ detail: [{ loc, msg: `${loc[1]} ${NUL}`, type: 'text' }] });
  await supertest(app.app).get(path).expect(401);
});

test('lists at most a hundred violations, in the order of the request', async () => {
  const task_id = Array.from({ length: 200 }, () => '\0');
  const { body } = await app.post('/api/v1/task_status', { task_id }).expect(422);
  expect(body.detail).toHaveLength(100);
  expect(body.detail.at(-1).loc).toEqual(['body', 'task_id', 99]);
});

test('422 for a body nested as deeply as it is long', async () => {
  const body = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`;
  const answer = await app
    .post('/api/v1/task_status')
    .set('content-type', 'application/json')
    .send(body);
  expect(answer.status).toBe(422);
});

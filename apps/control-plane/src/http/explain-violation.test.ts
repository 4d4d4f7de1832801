import { loadErrandDocument, loadWorkerDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

type Sent = [path: string, sent: unknown];

const submission = (members: object): Sent => [
  '/api/v1/inference',
  { ...orderSubmission, ...members },
];
const target = (members: object): Sent => [
  '/api/v1/initiate_callback',
  { task_id: 't', callback_url: { url: 'https://erp.example', ...members } },
];
const unknown = 'is unknown here: remove it, or check its spelling.';

async function explain([path, sent]: Sent): Promise<string[]> {
  const { body } = await app.post(path, sent).expect(422);
  return body.detail.map(({ msg }: { msg: string }) => msg);
}

test.each<[string, Sent, string]>([
  ['type', submission({ use_proxy: 'yes' }), 'use_proxy is "yes": specify true or false.'],
  [
    'types',
    submission({ priority: 'high' }),
    'priority is "high": specify a whole number or null.',
  ],
  ['null for a required type', ['/api/v1/inference', null], 'The body is null: specify an object.'],
  [
    'minimum',
    submission({ max_timeout_in_minutes: 0 }),
    'max_timeout_in_minutes is 0: specify at least 1.',
  ],
  [
    'maximum',
    submission({ max_parallelism: 10_001 }),
    'max_parallelism is 10001: specify at most 10000.',
  ],
  [
    'minLength',
    submission({ endpoint_name: '' }),
    'endpoint_name is an empty string: specify a non-empty string.',
  ],
  [
    'maxLength',
    submission({ endpoint_name: 'x'.repeat(300) }),
    `endpoint_name is "${'x'.repeat(100)}...": specify at most 200 characters.`,
  ],
  [
    'pattern',
    submission({ task_callback_url: 'ftp://erp.example' }),
    'task_callback_url is "ftp://erp.example": specify a URL that begins with http:// or https://.',
  ],
  [
    'format',
    submission({ task_callback_url: 'erp' }),
    'task_callback_url is "erp": specify a URL such as https://erp.example.com/results.',
  ],
  [
    'uniqueItems',
    submission({ unique_parameter_names: ['number', 'username', 'number'] }),
    'unique_parameter_names has the same value at 0 and 2: send each value once.',
  ],
  ['additionalProperties', submission({ Priority: 1 }), `Priority ${unknown}`],
  [
    'dependentRequired',
    submission({ task_callback_api_key: 'key' }),
    'task_callback_url is required with task_callback_api_key: send task_callback_url too, or remove task_callback_api_key.',
  ],
  [
    'enum',
    ['/api/v1/tasks/cancel', { statuses: ['done'] }],
    'statuses.0 is "done": specify one of queued, allocated, running.',
  ],
  [
    'enum',
    submission({ trace: 'ALL' }),
    'trace is "ALL": specify one of off, failed, all, replayable, null.',
  ],
  [
    'minItems',
    ['/api/v1/tasks/cancel', { statuses: [] }],
    'statuses is an empty list: specify at least 1 element.',
  ],
  [
    'maxItems',
    ['/api/v1/task_status', { task_id: Array.from({ length: 51 }, () => 't') }],
    'task_id is a list of 51: specify at most 50 elements.',
  ],
  [
    'minProperties',
    ['/api/v1/tasks/cancel', {}],
    'The body is an empty object: specify at least 1 member.',
  ],
  [
    'maxProperties',
    submission({ secure_parameters: { code: [{ totp: { totp_secret: 'A' }, onepassword: {} }] } }),
    'secure_parameters.code.0 is an object: specify at most 1 member.',
  ],
  ['required', ['/api/v1/initiate_callback', {}], 'task_id is missing: send it.'],
  [
    'false',
    target({ api_key: 'k', username: 'u', password: 'p' }),
    'callback_url.username cannot be combined with the other members here: remove one of them.',
  ],
])('422 explains the constraint %s', async (_, sent, message) => {
  expect(await explain(sent)).toContain(message);
});

test.each([
  ['limit=500', 'limit is 500: specify at most 100.'],
  ['limit=many', 'limit is "many": specify a whole number.'],
  ['include_marketplace=maybe', 'include_marketplace is "maybe": specify true or false.'],
  ['cursor=', 'cursor is an empty string: set it to a value, or remove it.'],
  ['Limit=1', `Limit ${unknown}`],
])('422 explains the query %s', async (query, message) => {
  const { body } = await app.get(`/api/v1/get_recordings?${query}`).expect(422);
  expect(body.detail.map(({ msg }: { msg: string }) => msg)).toEqual([message]);
});

test('422 explains the constraint oneOf', async () => {
  const { body } = await app
    .patch('/api/v1/update_recording/none', { callback_url: 7 })
    .expect(422);
  expect(body.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'callback_url is 7: specify an object.',
    'callback_url is 7: specify null.',
    'callback_url is 7: use one of the forms in the API document.',
  ]);
});

test('422 explains a header and a path parameter', async () => {
  const header = await app
    .post('/api/v1/inference', orderSubmission)
    .set('idempotency-key', 'x'.repeat(256))
    .expect(422);
  expect(header.body.detail[0]).toMatchObject({
    loc: ['header', 'idempotency-key'],
    msg: `idempotency-key is "${'x'.repeat(100)}...": specify at most 255 characters.`,
  });
  const path = await app.get(`/api/v1/tasks/${'x'.repeat(201)}`).expect(422);
  expect(path.body.detail[0].msg).toMatch(
    /^task_id is "x{100}\.\.\.": specify at most 200 characters/,
  );
});

test('422 explains two violations to a worker in two sentences', async () => {
  const { body } = await speakWorker(app)
    .post('/heartbeats', { worker_id: 8, leases: 7 })
    .expect(422);
  expect(body.error.message.split('. ').toSorted()).toEqual([
    'leases is 7: specify a list.',
    'worker_id is 8: specify a string',
  ]);
});

const SECRET = 'hunter2\u0001';

test.each<Sent>([
  submission({ task_callback_url: 'https://erp.example', task_callback_api_key: SECRET }),
  submission({ rdp_parameter: { host: 'desk', password: 7_702_177, username: [SECRET] } }),
  submission({ rdp_parameter: SECRET }),
  submission({ secure_parameters: { code: [{ totp: { totp_secret: SECRET } }] } }),
  submission({ secure_parameters: { code: SECRET } }),
  target({ api_key: SECRET }),
  target({ username: 'u', password: SECRET }),
  ['/api/v1/validate_api_key', SECRET.repeat(200)],
  ['/api/v1/validate_api_key', 7_702_177],
])('422 does not repeat a secret: %j', async (...sent) => {
  const said = (await explain(sent)).join(' ');
  expect(said).toMatch(/ is (?:a string|a number|an? \w+): specify /);
  expect(said).not.toMatch(/hunter|7702177/);
});

test('does not use the wording of the validator for any example in the documents', () => {
  const examples = JSON.stringify([loadErrandDocument(), loadWorkerDocument()]);
  const told = [...examples.matchAll(/"msg":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => text);
  expect(told.length).toBeGreaterThan(30);
  expect(told.filter((text) => /must (?:be|NOT|match|have) /.test(text ?? ''))).toEqual([]);
});

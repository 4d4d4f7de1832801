import { beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { grantVaults } from '../testing/start-vaults.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/inference';

const app = await useTestApp();
beforeAll(async () => {
  await grantVaults(app.dependencies, app.accountId);
});

test('202 returns the id of a queued task', async () => {
  const { body } = await app.post(PATH, orderSubmission).expect(202);
  expect(body).toEqual({
    success: true,
    message: 'The task is queued.',
    task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const task = await app.database.prisma.task.findUniqueOrThrow({ where: { id: body.task_id } });
  expect(task).toMatchObject({ status: 'queued', endpointName: 'order', accountId: app.accountId });
});

test('202 for the same path with a trailing slash', async () => {
  await app.post(`${PATH}/`, orderSubmission).expect(202);
});

test('202 stores every member and seals secrets', async () => {
  const submission = {
    ...orderSubmission,
    unique_parameter_names: ['username'],
    secure_parameters: {
      code: [{ onepassword: { vault_name: 'v', item_name: 'i', field_name: 'f' } }],
    },
    max_timeout_in_minutes: 3,
    use_proxy: true,
    task_callback_url: 'https://erp.example/results',
    task_callback_api_key: 'callback-secret',
    max_parallelism: 4,
    per_login_parallelism: 2,
    priority: -5,
  };
  const { body } = await app.post(PATH, submission).expect(202);
  const task = await app.database.prisma.task.findUniqueOrThrow({
    where: { id: body.task_id },
    include: { loginQueue: true },
  });
  expect(task).toMatchObject({
    inputParameters: orderSubmission.input_parameters,
    uniqueParameterNames: ['username'],
    maxTimeoutInMinutes: 3,
    useProxy: true,
    taskCallbackUrl: 'https://erp.example/results',
    maxParallelism: 4,
    priority: -5,
    loginQueue: { maxRunning: 2 },
  });
  const stored = JSON.stringify([task.taskCallbackApiKey, task.secureParameters]);
  expect(stored).not.toMatch(/callback-secret|onepassword/);
});

test("202 takes a secret from the automation's own reference", async () => {
  const { body } = await app.post(PATH, orderSubmission).expect(202);
  const task = await app.database.prisma.task.findUniqueOrThrow({ where: { id: body.task_id } });
  expect(task.secureParameters).not.toBeNull();
});

test.each([
  ['endpoint_name missing', { input_parameters: {} }, /endpoint_name is missing/],
  ['input_parameters missing', { endpoint_name: 'order' }, /input_parameters is missing/],
  [
    'input_parameters misspelt',
    { endpoint_name: 'order', input_paramters: {} },
    /input_parameters is missing: .* input_paramters is unknown here: .* Did you mean "input_parameters"\?$/,
  ],
  ['no members at all', {}, /endpoint_name is missing.*input_parameters is missing/],
  [
    'a value that is not a list',
    { endpoint_name: 'order', input_parameters: { username: 'ann' } },
    /input_parameters\.username is "ann": .*list of strings/,
  ],
  [
    'a list with a number',
    { endpoint_name: 'order', input_parameters: { username: ['ann', 7] } },
    /input_parameters\.username\.1 is 7/,
  ],
  [
    'null parameters',
    { endpoint_name: 'order', input_parameters: null },
    /input_parameters is null/,
  ],
  [
    'an unknown unique name',
    { ...orderSubmission, unique_parameter_names: ['user'] },
    /"user".*username, number/,
  ],
  [
    'a unique name from the prototype',
    { ...orderSubmission, unique_parameter_names: ['constructor'] },
    /"constructor"/,
  ],
  [
    'a proxy for a dedicated session',
    { ...orderSubmission, use_proxy: true, is_dedicated: true },
    /use_proxy and is_dedicated/,
  ],
  [
    'missing declared parameters',
    { endpoint_name: 'order', input_parameters: { username: [] } },
    /input_parameters lacks "number"/,
  ],
  [
    'undeclared parameters',
    { endpoint_name: 'order', input_parameters: { username: [], number: [], nmber: ['7'] } },
    /contains "nmber".*declares "number", "username".*Did you mean "number" instead of "nmber"\?$/,
  ],
  [
    'an undeclared secret',
    {
      ...orderSubmission,
      secure_parameters: { pin: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] },
    },
    /secure_parameters contains "pin"/,
  ],
])('400 for %s', async (_, submission, message) => {
  const { body } = await app.post(PATH, submission).expect(400);
  expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
});

test('400 for a parameter named __proto__, as for any other undeclared name', async () => {
  const json =
    '{"endpoint_name":"order","input_parameters":{"username":[],"number":[],"__proto__":[]}}';
  const { body } = await app
    .post(PATH)
    .set('content-type', 'application/json')
    .send(json)
    .expect(400);
  expect(body.message).toMatch(/contains "__proto__"/);
});

test('400 for a secret without a reference in the automation', async () => {
  const automation = structuredClone(orderAutomation);
  automation.parameters.secure_parameters.code = [];
  await app.dependencies.recordings.save(app.accountId, { endpointName: 'pin', automation });
  const { body } = await app.post(PATH, { ...orderSubmission, endpoint_name: 'pin' }).expect(400);
  expect(body.message).toMatch(/secure_parameters lacks "code"/);
});

test('400 for a body that is not JSON', async () => {
  const { body } = await app
    .post(PATH)
    .set('content-type', 'application/json')
    .send('{"a":')
    .expect(400);
  expect(body).toEqual({ success: false, message: expect.stringMatching(/not valid JSON/) });
});

test('400 in the legacy format for a legacy submission without its goal', async () => {
  const { body } = await app.post(PATH, { end_point: 'order' }).expect(400);
  expect(body).toEqual({ error: 'goal is missing.' });
});

test('400 in the legacy format for a legacy submission without its endpoint', async () => {
  for (const path of [PATH, `${PATH}/`]) {
    const { body } = await app.post(path, { goal: 'order', params: {} }).expect(400);
    expect(body).toEqual({ error: 'end_point is missing.' });
  }
  const mixed = await app.post(PATH, { ...orderSubmission, goal: 'order' }).expect(422);
  expect(mixed.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'goal'] })]);
});

test('401 without a key, before the body is parsed', async () => {
  const request = supertest(app.app)
    .post(PATH)
    .set('content-type', 'application/json')
    .send('{"a":');
  const { body } = await request.expect(401);
  expect(body).toEqual({ success: false, message: expect.stringMatching(/missing/) });
});

test('401 in the legacy format for a legacy submission', async () => {
  const { body } = await supertest(app.app).post(PATH).send({ end_point: 'order' }).expect(401);
  expect(body).toEqual({ error: expect.stringMatching(/missing/) });
});

test('404 for an endpoint name of another account', async () => {
  const request = app.post(PATH, orderSubmission).set('x-api-key', app.otherApiKey);
  const { body } = await request.expect(404);
  expect(body).toEqual({ success: false, message: expect.stringMatching(/"order"/) });
});

test('413 for a body over 24 MiB', async () => {
  const { body } = await app.post(PATH, { filler: 'x'.repeat(25_165_824) }).expect(413);
  expect(body).toEqual({ success: false, message: expect.stringMatching(/25165824 bytes/) });
});

test('415 for a body of a different type, or for no body', async () => {
  const text = await app.post(PATH).set('content-type', 'text/plain').send('{}').expect(415);
  expect(text.body).toEqual({ success: false, message: expect.stringMatching(/"text\/plain"/) });
  await app.post(PATH).expect(415);
});

test.each([
  ['an unknown member', { nme: 1 }, { loc: ['body', 'nme'], type: 'additionalProperties' }],
  ['a text instead of a number', { priority: '1' }, { loc: ['body', 'priority'], type: 'type' }],
  ['a fraction', { priority: 1.5 }, { loc: ['body', 'priority'], type: 'type' }],
  [
    'a timeout of zero',
    { max_timeout_in_minutes: 0 },
    { loc: ['body', 'max_timeout_in_minutes'], type: 'minimum' },
  ],
  ['no parallelism', { max_parallelism: 0 }, { loc: ['body', 'max_parallelism'], type: 'minimum' }],
  [
    'a callback that is not a web address',
    { task_callback_url: 'ftp://erp.example' },
    { loc: ['body', 'task_callback_url'], type: 'pattern' },
  ],
  [
    'a callback URL with credentials',
    { task_callback_url: 'https://ann:pw@erp.example' },
    { loc: ['body', 'task_callback_url'], type: 'format' },
  ],
  [
    'a callback key without a URL',
    { task_callback_api_key: 'k' },
    { loc: ['body', 'task_callback_url'], type: 'dependentRequired' },
  ],
  [
    'a secret with two sources',
    { secure_parameters: { code: [{ totp: { totp_secret: 'A' }, onepassword: {} }] } },
    { loc: ['body', 'secure_parameters', 'code', 0], type: 'maxProperties' },
  ],
  [
    'an empty endpoint name',
    { endpoint_name: '' },
    { loc: ['body', 'endpoint_name'], type: 'minLength' },
  ],
])('422 for %s', async (_, more, violation) => {
  const { body } = await app.post(PATH, { ...orderSubmission, ...more }).expect(422);
  expect(body.detail).toContainEqual({ ...violation, msg: expect.any(String) });
});

test('422 lists every violation', async () => {
  const { body } = await app.post(PATH, { ...orderSubmission, a: 1, priority: 'x' }).expect(422);
  expect(body.detail).toHaveLength(2);
});

test('422 for an unknown inference target', async () => {
  const { body } = await app
    .post(PATH, orderSubmission)
    .set('x-inference-target', 'moon')
    .expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['header', 'x-inference-target'] });
});

test('422 rather than 404 for an invalid submission to an unknown endpoint', async () => {
  await app.post(PATH, { ...orderSubmission, endpoint_name: 'none', priority: 'x' }).expect(422);
});

test.each(['a\nb', 'a\r', '\u0001', 'schlüssel', '😀', ' a', 'a '])(
  '422 for the callback key %j, which no header can contain',
  async (task_callback_api_key) => {
    const callback = { task_callback_url: 'https://erp.example/in', task_callback_api_key };
    const { body } = await app.post(PATH, { ...orderSubmission, ...callback }).expect(422);
    expect(body.detail).toMatchObject([
      { loc: ['body', 'task_callback_api_key'], type: 'pattern' },
    ]);
  },
);

test('422 lists the types that a member may have', async () => {
  const { body } = await app.post(PATH, { ...orderSubmission, priority: 'high' }).expect(422);
  expect(body.detail).toEqual([
    {
      loc: ['body', 'priority'],
      msg: expect.stringMatching(/specify a whole number or null/),
      type: 'type',
    },
  ]);
});

test.each([
  {},
  { parameters: null },
  { parameters: {} },
  { parameters: { input_parameters: null } },
])('202 and 400 for a stored automation with %j, which no request could store', async (members) => {
  const { parameters: _, ...automation } = orderAutomation;
  const stored = { ...automation, ...members };
  await app.dependencies.recordings.save(app.accountId, {
    endpointName: 'bare',
    automation: stored,
  });
  const sent = { endpoint_name: 'bare', input_parameters: {} };
  await app.post('/api/v1/inference', sent).expect(202);
  const input_parameters = { username: ['ann'] };
  await app.post('/api/v1/inference', { ...sent, input_parameters }).expect(400);
  const example = { endpoint_name: 'asked', automation: stored };
  await app.post('/api/v1/update_example', example).expect(422);
});

import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openModels, type OpenModels } from '../../test/open-models.ts';
import {
  failureOf,
  interact,
  openStage,
  type RunOptions,
  type Stage,
} from '../../test/run-on-page.ts';
import type {
  MessageRequest,
  ReceivedMessage,
} from '../../capabilities/two-factor/message-source.ts';
import { MessagesUnavailableError } from '../../capabilities/two-factor/two-factor-errors.ts';

const resources = new AsyncDisposableStack();
let stage: Stage;
let models: OpenModels;
beforeAll(async () => {
  const browser: TestBrowser = resources.use(await openBrowser());
  stage = resources.use(await openStage(browser));
  models = resources.use(await openModels());
});
afterAll(async () => resources[Symbol.asyncDispose]());

const sms = { type: 'sms_two_fa_action', from_number: '+15550100', to_number: '{mine[0]}' };
const inputs = { mine: ['+15550199'] };
const fetchCode = (more: object = {}) => ({
  type: 'action_node',
  before_sleep_time: 0,
  extraction_action: {
    two_fa_action: { action: sms, output_variable_name: 'otp', max_wait_time: 0.2, ...more },
  },
});
const fillCode = interact('input_text', { command: 'locator("#a")', input_text: '{otp[0]}' });
const click = interact('click_element', { command: 'locator("#b")' });
const page = '<input id=a><button id=b>Send</button>';

function message(text: string, id = text, secondsAgo = 0): ReceivedMessage {
  return { messageId: id, text, receivedAt: new Date(Date.now() - secondsAgo * 1000) };
}

/** Returns the next list on each read; once all are used, keeps returning the last one. */
function source(...looks: readonly (readonly ReceivedMessage[] | Error)[]) {
  const requests: MessageRequest[] = [];
  const read = (request: MessageRequest) => {
    const answer = looks[Math.min(requests.length, looks.length - 1)] ?? [];
    requests.push(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { requests, messages: { read } };
}

function run(
  nodes: readonly object[],
  messages: RunOptions['dependencies'],
  more: RunOptions = {},
) {
  const dependencies = { ...messages, ...more.dependencies };
  return stage.run(page, nodes, { inputs, ...more, dependencies });
}

// proves field: extraction_action.two_fa_action.action.type
// proves field: extraction_action.two_fa_action.output_variable_name
// proves field: extraction_action.two_fa_action.action.from_number
// proves field: extraction_action.two_fa_action.action.to_number
test('uses the newest code that messages contain and redacts it elsewhere', async () => {
  const { requests, messages } = source([
    message('Your code is 111111', 'a', 30),
    message('Your code is 222222', 'b', 20),
    message('Thank you for the call', 'c', 10),
  ]);
  const failing = interact('click_element', { command: 'locator("#x222222")' });
  const before = Date.now();
  const finished = await run([click, fetchCode(), fillCode, failing], { messages });

  expect(await finished.read('a.value')).toBe('222222');
  expect(requests).toEqual([
    {
      place: { type: 'sms_two_fa_action', from_number: '+15550100', to_number: '+15550199' },
      since: expect.any(Date),
      until: expect.any(Date),
    },
  ]);
  const { since, until } = requests[0] ?? { since: new Date(0), until: new Date(0) };
  expect(since.getTime()).toBeGreaterThanOrEqual(before);
  expect(until.getTime()).toBeGreaterThan(Date.now() - 10_000);
  expect(failureOf(finished)).toContain('[redacted]');
  expect(JSON.stringify([finished.events, finished.result])).not.toContain('222222');
});

// proves field: extraction_action.two_fa_action.start_2fa_time_offset_minutes
// proves field: extraction_action.two_fa_action.end_2fa_time_offset_minutes
test('extends the search period by the offsets', async () => {
  const { requests, messages } = source([message('Your code is 111111')]);
  const offsets = { start_2fa_time_offset_minutes: 2, end_2fa_time_offset_minutes: 3 };
  const started = Date.now();
  await run([fetchCode(offsets)], { messages });
  const { since, until } = requests[0] ?? { since: new Date(0), until: new Date(0) };
  expect(Math.abs(since.getTime() - (started - 120_000))).toBeLessThan(10_000);
  expect(Math.abs(until.getTime() - (started + 180_200))).toBeLessThan(10_000);
});

// proves field: extraction_action.two_fa_action.check_interval
// proves field: extraction_action.two_fa_action.max_wait_time
test('polls at each interval and once more when the time is up', async () => {
  const { requests, messages } = source([], [], [message('Your code is 111111')]);
  const patient = { max_wait_time: 30, check_interval: 1 };
  const started = performance.now();
  const finished = await run([fetchCode(patient), fillCode], { messages });
  expect(await finished.read('a.value')).toBe('111111');
  expect(requests).toHaveLength(3);
  expect(performance.now() - started).toBeGreaterThan(1_990);

  const late = source([], [message('Your code is 222222')]);
  const hurried = await run([fetchCode({ max_wait_time: 0.3 }), fillCode], late);
  expect(await hurried.read('a.value')).toBe('222222');
  expect(late.requests).toHaveLength(2);
});

test('uses each message only once, even if no interaction separates two steps', async () => {
  const first = message('Your code is 111111', 'a', 5);
  const { messages } = source([first], [first], [first, message('Your code is 222222', 'b')]);
  const again = fetchCode({ max_wait_time: 5, check_interval: 1 });
  const finished = await run([fetchCode(), again, fillCode], { messages });
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('a.value')).toBe('222222');
});

test('fails when no code arrives, and reports what arrived instead', async () => {
  expect(failureOf(await run([fetchCode()], source([])))).toMatch(
    /^two_fa_code_not_found: No one-time code was found within 0\.2 s \(max_wait_time\): no message arrived\./,
  );
  const useless = source([message('Call +1 555 010 2030')]);
  expect(failureOf(await run([fetchCode()], useless))).toMatch(
    /1 messages arrived, none with a code/,
  );
});

test('retries a temporary failure and fails at once on a permanent one', async () => {
  const passing = new MessagesUnavailableError('Slack responded with 500.', {
    retry: 'automation',
  });
  const { messages } = source(passing, [message('Your code is 111111')]);
  expect(failureOf(await run([fetchCode()], { messages }))).toBe('success');
  expect(failureOf(await run([fetchCode()], source(passing)))).toMatch(
    /^two_fa_code_not_found: [^]*The last check failed: [^]*Slack responded with 500/,
  );
  const lasting = new MessagesUnavailableError('There is no integration.', { retry: 'never' });
  const patient = fetchCode({ max_wait_time: 60 });
  expect(failureOf(await run([patient], source(lasting)))).toBe(
    'two_fa_messages_unavailable: The messages with the one-time code cannot be read: There is no integration.',
  );
  expect(failureOf(await run([patient], {}))).toMatch(
    /^two_fa_messages_unavailable: [^]*no way to read messages/,
  );
});

// proves field: extraction_action.two_fa_action.instructions
test('lets a model follow the instructions and rejects a code not in any message', async () => {
  const both = source([message('Login code 111111, payment code 222222')]);
  const wish = fetchCode({ instructions: 'The code for the payment of {mine[0]}.' });
  models.server.script('two_factor', { json: { code: '222-222' } });
  const finished = await run([wish, fillCode], both, { dependencies: models.dependencies });
  expect(await finished.read('a.value')).toBe('222222');
  const [request] = models.server.requests.slice(-1);
  expect(JSON.stringify(request)).toContain('The code for the payment of +15550199.');

  models.server.script('two_factor', { json: { code: '999999' } });
  const invented = await run([wish], both, { dependencies: models.dependencies });
  expect(failureOf(invented)).toMatch(/^two_fa_code_not_found/);
  expect(failureOf(await run([wish], both))).toMatch(/^model_unavailable/);
  const only = source([message('Login code 111111')]);
  expect(failureOf(await run([wish], only))).toBe('success');
});

test('asks a model only once about the same messages of unknown format', async () => {
  const odd = source([message('Tap the word BLUEBIRD to log in')]);
  const asked = models.server.requests.length;
  models.server.script('two_factor', { json: { code: 'BLUEBIRD' } });
  const finished = await run([fetchCode(), fillCode], odd, { dependencies: models.dependencies });
  expect(await finished.read('a.value')).toBe('BLUEBIRD');

  models.server.script('two_factor', { json: { code: null } });
  const none = await run([fetchCode({ max_wait_time: 0.3, check_interval: 1 })], odd, {
    dependencies: models.dependencies,
  });
  expect(failureOf(none)).toMatch(/^two_fa_code_not_found/);
  expect(models.server.requests.length - asked).toBe(2);
});

// proves field: extraction_action.two_fa_action.action.receiver_email_address
// proves field: extraction_action.two_fa_action.action.sender_email_address
// proves field: extraction_action.two_fa_action.action.integration_email_address
// proves field: extraction_action.two_fa_action.action.slack_workspace_domain
// proves field: extraction_action.two_fa_action.action.channel_name
// proves field: extraction_action.two_fa_action.action.sender_name
test('binds placeholders for each kind of message source', async () => {
  const { requests, messages } = source([message('Your code is 111111')]);
  const mail = {
    type: 'email_two_fa_action',
    receiver_email_address: 'codes@acme.example',
    sender_email_address: '{mine[0]}@x.example',
    integration_email_address: 'box@acme.example',
  };
  const slack = {
    type: 'slack_two_fa_action',
    slack_workspace_domain: 'acme',
    channel_name: '{mine[0]}',
    sender_name: 'Portal',
  };
  await run([fetchCode({ action: mail })], { messages });
  await run([fetchCode({ action: slack })], { messages });
  expect(requests.map(({ place }) => place)).toEqual([
    { ...mail, sender_email_address: '+15550199@x.example' },
    { ...slack, channel_name: '+15550199' },
  ]);
});

import type { SlackPost } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { randomUUID } from 'node:crypto';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker, type WorkerClient } from '../testing/speak-worker.ts';
import { address, password, twilio, useMessagePlaces } from '../testing/use-message-places.ts';

const now = Date.now();
const time = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const window = { since: time(-60), until: time(300) };
const email = {
  type: 'email_two_fa_action',
  receiver_email_address: address,
  sender_email_address: 'portal@supplier.example',
};
const slack = {
  type: 'slack_two_fa_action',
  slack_workspace_domain: 'https://Acme.slack.com/',
  channel_name: 'codes',
  sender_name: 'Portal',
};
const sms = { type: 'sms_two_fa_action', from_number: '+15550100', to_number: '+15550199' };
const forwarded = { ...email, receiver_email_address: 'other@acme.example' };
const waitFor = (action: object, more: object = {}) => ({
  type: 'action_node',
  extraction_action: { two_fa_action: { action, output_variable_name: 'otp', ...more } },
});
const loop = {
  type: 'for_loop_node',
  variable_name: 'numbers',
  nodes: [
    waitFor({ ...sms, from_number: '{sender[0]}', to_number: '+1{area[0]}{numbers[index]}' }),
  ],
};
/** Contains the places that all tests use. */
const automation = {
  url: 'https://portal.example/login',
  parameters: {
    input_parameters: { area: [], numbers: [] },
    generated_parameters: { sender: [] },
    secure_parameters: {},
  },
  nodes: [
    waitFor(email),
    waitFor(slack),
    waitFor({ ...slack, slack_workspace_domain: 'none' }),
    waitFor(forwarded),
    waitFor({ ...forwarded, integration_email_address: address }),
    loop,
    waitFor(
      { ...email, sender_email_address: 'old@supplier.example' },
      { start_2fa_time_offset_minutes: 60 },
    ),
  ],
};
const posts: SlackPost[] = [{ app: 'Portal', text: 'Slack code 123456', at: new Date(now) }];
const texts = [
  { from: sms.from_number, to: sms.to_number, body: 'SMS code 654321', at: new Date(now) },
];
const { logger, entries } = recordLogs();

const { app, imap, slackServer, integrate, mailbox } = await useMessagePlaces({
  logger,
  posts,
  texts,
});
const worker = speakWorker(app);
let lease: Awaited<ReturnType<WorkerClient['claim']>>;
beforeAll(async () => {
  await deliver();
  await app.post('/api/v1/recordings', { endpoint_name: 'codes', automation }).expect(201);
  await submit();
  lease = await worker.claim();
});

async function submit(): Promise<void> {
  const input_parameters = { area: ['555'], numbers: ['0100', '0199'] };
  await app.post('/api/v1/inference', { endpoint_name: 'codes', input_parameters }).expect(202);
}

async function deliver(): Promise<void> {
  const client = new ImapFlow({
    host: 'localhost',
    port: imap.imapsPort,
    secure: true,
    auth: { user: address, pass: password },
    logger: false,
  });
  await client.connect();
  const from = `From: ${email.sender_email_address}`;
  const mail = [from, `To: ${address}`, 'Subject: Login', '', 'Code 777777'].join('\r\n');
  await client.append('INBOX', mail, [], new Date(now));
  await client.logout();
}

function ask(action: object, more: object = {}) {
  return worker.report(lease, 'messages', { action, ...window, ...more });
}

test('404 while the account has no integration for the place', async () => {
  for (const [action, place] of [
    [email, `the mailbox "${address}"`],
    [slack, 'the Slack workspace "acme"'],
    [sms, 'text messages (sms)'],
  ] as const) {
    const { body } = await ask(action).expect(404);
    expect(body.error).toEqual({
      code: 'integration-missing',
      message: `The account has no integration for ${place}: create one with POST /api/v1/integrations.`,
      retry: 'never',
    });
  }
});

test('200 with the messages of each kind', async () => {
  await integrate('Mail', mailbox()).expect(201);
  await integrate('Slack', { slack: { workspace_domain: 'acme', token: 'xoxb-1' } }).expect(201);
  await integrate('SMS', { sms: twilio }).expect(201);
  const read = async (action: object) => (await ask(action).expect(200)).body.messages;

  expect(await read(email)).toEqual([
    {
      message_id: expect.any(String),
      text: expect.stringMatching(/^Login\nCode 777777/),
      timestamp: expect.stringMatching(/\.000Z$/),
    },
  ]);
  expect(await read(slack)).toMatchObject([{ text: 'Slack code 123456' }]);
  expect(await read(sms)).toMatchObject([{ text: 'SMS code 654321' }]);
  const later = { since: time(60), until: time(90) };
  expect((await ask(sms, later).expect(200)).body.messages).toEqual([]);
  await ask(forwarded).expect(404);
  const connected = { ...forwarded, integration_email_address: address.toUpperCase() };
  expect((await ask(connected).expect(200)).body.messages).toEqual([]);
});

test.each([
  ['another mailbox', { ...email, receiver_email_address: 'boss@acme.example' }],
  ['another integration', { ...email, integration_email_address: 'boss@acme.example' }],
  ['another sender', { ...email, sender_email_address: 'bank@acme.example' }],
  ['part of an address', { ...email, sender_email_address: 'supplier.example' }],
  ['another channel', { ...slack, channel_name: 'board' }],
  ['a number that is not an input', { ...sms, to_number: '+15550111' }],
  ['inputs in other places', { ...sms, to_number: '+10199555' }],
])('403 for messages that no step of the task reads: %s', async (_what, action) => {
  const { body } = await ask(action).expect(403);
  expect(body.error).toEqual({
    code: 'messages-refused',
    message: expect.stringMatching(
      /^A worker reads only what its task waits for: no two_fa_action of its automation is an/,
    ),
    retry: 'never',
  });
});

test('403 for messages from before the attempt, unless a step allows an offset', async () => {
  const early = { since: time(-1200) };
  const { body } = await ask(email, early).expect(403);
  expect(body.error.message).toMatch(/are older than start_2fa_time_offset_minutes allows/);
  const old = { ...email, sender_email_address: 'old@supplier.example' };
  await ask(old, early).expect(200);
  await ask(old, { since: time(-7200) }).expect(403);
});

test('403 for a task of a recording without such a step', async () => {
  await app.submit();
  const other = await worker.claim();
  await worker.report(other, 'messages', { action: sms, ...window }).expect(403);
});

test('404 and 409 for a task that is unknown or not held', async () => {
  const asked = { action: sms, ...window };
  const report = (task: object) => worker.report({ ...lease, ...task }, 'messages', asked);
  await report({ task_id: randomUUID() }).expect(404);
  const { body } = await report({ lease_epoch: lease.lease_epoch + 1 }).expect(409);
  expect(body.error.code).toBe('lease-lost');
});

test('422 for an action of a different kind, or without a time', async () => {
  await ask({ ...sms, type: 'pigeon_two_fa_action' }).expect(422);
  await ask({ type: 'sms_two_fa_action' }).expect(422);
  await ask(sms, { since: 'yesterday' }).expect(422);
});

test('424 when the service does not return its messages', async () => {
  slackServer.break(500);
  const { body } = await ask(slack).expect(424);
  slackServer.break(undefined);
  expect(body.error).toEqual({
    code: 'messages-unavailable',
    message: 'Slack returned an unexpected response with status 500. Try again later.',
    retry: 'automation',
  });
  const { body: list } = await app.get('/api/v1/integrations').expect(200);
  const { integration_id: id } = list.integrations.find(
    (each: { readonly kind: string }) => each.kind === 'slack',
  );
  const change = (token: string) =>
    app
      .patch(`/api/v1/integrations/${id}`, { slack: { workspace_domain: 'acme', token } })
      .expect(200);
  await change('xoxb-revoked');
  const refused = await ask(slack).expect(424);
  await change('xoxb-1');
  expect(refused.body.error).toEqual({
    code: 'integration-refused',
    message: `Slack refused conversations.list with the error "invalid_auth". Slack's documentation of conversations.list explains it.`,
    retry: 'never',
  });
});

test('logs who reads from which place, but never a message or password', () => {
  const known = JSON.stringify(entries);
  expect(entries).toContainEqual(
    expect.objectContaining({ message: 'messages read', place: 'sms_two_fa_action', count: 1 }),
  );
  expect(entries).toContainEqual(expect.objectContaining({ message: 'messages not read' }));
  for (const secret of ['777777', '123456', '654321', password, 'xoxb-1', twilio.auth_token]) {
    expect(known).not.toContain(secret);
  }
});

test('429 when a task sends too many requests', async () => {
  await submit();
  const other = await worker.claim();
  const statuses: number[] = [];
  for (let call = 0; call < 61; call += 1) {
    const action = { ...slack, slack_workspace_domain: 'none' };
    const answer = await worker.report(other, 'messages', { action, ...window });
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
  expect(statuses[60]).toBe(429);
});

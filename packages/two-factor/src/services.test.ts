import { type SlackPost, startSlackServer, startTwilioServer } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { checkSlack, checkTwilio, readSlack, readTextMessages } from './index.ts';

const base = Date.parse('2026-03-02T23:59:30Z');
const at = (seconds: number) => new Date(base + seconds * 1000);
const window = { since: at(0), until: at(60) };
const signal = AbortSignal.timeout(60_000);
const workspace = { token: 'xoxb-1' };
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'twilio-token' };

const posts: SlackPost[] = [
  { user: 'U1', text: 'old 111111', at: at(-5) },
  { user: 'U1', text: 'code 222222', at: at(5) },
  { user: 'U2', text: 'of another 333333', at: at(10) },
  { app: 'Portal', text: 'code 444444', at: at(40) },
  { user: 'U9', text: 'of a stranger 666666', at: at(45) },
  { user: 'U1', text: 'late 555555', at: at(70) },
];
const blocks: SlackPost[] = [
  { app: 'Portal', text: '', parts: { attachments: [{ fallback: '888888' }] }, at: at(4) },
  {
    app: 'Portal',
    text: 'Login',
    parts: {
      blocks: [
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'Your code' },
          fields: [{ type: 'plain_text', text: '777777' }],
        },
      ],
    },
    at: at(5),
  },
];
const texts = [
  { from: '+15550100', to: '+15550199', body: 'old 1', at: at(-5) },
  { from: '+15550100', to: '+15550199', body: 'code 2', at: at(5) },
  { from: '+15550100', to: '+15550199', body: 'code 3', at: at(45) },
  { from: '+15550101', to: '+15550199', body: 'other 4', at: at(6) },
];
const resources = new AsyncDisposableStack();
let slack: Awaited<ReturnType<typeof startSlackServer>>;
let twilio: Awaited<ReturnType<typeof startTwilioServer>>;
beforeAll(async () => {
  const channels = { general: [], 'login-codes': posts, blocks };
  const people = { U1: 'Portal', U2: 'Ann' };
  slack = resources.use(await startSlackServer({ token: 'xoxb-1', channels, people }));
  twilio = resources.use(await startTwilioServer({ ...account, messages: texts }));
});
beforeEach(() => {
  slack.break(undefined);
  twilio.break(undefined);
});
afterAll(async () => resources[Symbol.asyncDispose]());

function readChannel(channel = '#Login-Codes', sender = 'portal', from = workspace) {
  return readSlack(from, { channel, sender }, { window, signal, slackUrl: slack.url });
}
function readTexts(fromNumber = '+1 (555) 0100', from = account) {
  const search = { fromNumber, toNumber: '+1 555 0199' };
  return readTextMessages(from, search, { window, signal, twilioUrl: twilio.url });
}

// proves service: Slack: channel
test('reads the posts of one sender, a person or an app, in a channel', async () => {
  expect(await readChannel()).toEqual([
    { messageId: expect.stringMatching(/^\d+\.\d{6}$/), text: 'code 444444', receivedAt: at(40) },
    { messageId: expect.any(String), text: 'code 222222', receivedAt: at(5) },
  ]);
  expect((await readChannel('C000000001', '@Ann')).map(({ text }) => text)).toEqual([
    'of another 333333',
  ]);
  expect(await checkSlack(workspace, { slackUrl: slack.url, signal })).toBe(
    'https://acme.slack.com/',
  );
});

// proves service: SMS: numbers
test('reads attachments and blocks of apps', async () => {
  const messages = await readChannel('blocks');
  expect(messages.map((each) => each.text)).toEqual(['Login\nYour code\n777777', '888888']);
});

test('reads the text messages between two numbers', async () => {
  const messages = await readTexts();
  expect(messages.map(({ text, receivedAt }) => [text, receivedAt])).toEqual([
    ['code 3', at(45)],
    ['code 2', at(5)],
  ]);
  expect(await readTexts('PORTAL')).toEqual([]);
  await checkTwilio(account, { twilioUrl: twilio.url, signal });
});

// proves service: Slack: refusal
test('reports why Slack returns nothing', async () => {
  await expect(readChannel('nowhere')).rejects.toThrow(
    /The Slack app of the integration cannot see a channel "nowhere"/,
  );
  await expect(readChannel('a', 'b', { token: 'xoxb-0' })).rejects.toThrow(
    `Slack refused conversations.list with the error "invalid_auth". Slack's documentation of conversations.list explains it.`,
  );
  slack.break(429);
  await expect(readChannel()).rejects.toThrow(
    /Slack limits requests: it accepts the next one later/,
  );
  slack.break(500);
  await expect(readChannel()).rejects.toThrow(
    'Slack returned an unexpected response with status 500. Try again later.',
  );
});

// proves service: SMS: refusal
test('reports why Twilio returns nothing', async () => {
  await expect(readTexts('+1', { ...account, authToken: 'x' })).rejects.toMatchObject({
    code: 'messages-unavailable',
    message: 'Twilio refused the credentials of the integration. Replace them there.',
  });
  const twilioUrl = 'http://127.0.0.1:9';
  await expect(checkTwilio(account, { twilioUrl, signal })).rejects.toThrow(
    'Twilio could not be reached. Try again later.',
  );
});

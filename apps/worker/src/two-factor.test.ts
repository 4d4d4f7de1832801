import { type ImapServer, startImapServer } from '@errand/test-kit/imap-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openFleet, type Fleet, type WorkerProcess } from '@errand/task-runner/testing';

const address = 'codes@acme.example';
const sender = 'portal@supplier.example';
const password = 'the-password-of-the-mailbox';

const stack = new AsyncDisposableStack();
let imap: ImapServer;
let fleet: Fleet;
let worker: WorkerProcess;
let portalUrl: string;
/** Codes that the portal has emailed. */
const codes: string[] = [];
beforeAll(async () => {
  imap = stack.use(await startImapServer({ [address]: password }));
  const directory = await mkdtemp(join(tmpdir(), 'errand-authority-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const authority = join(directory, 'authority.pem');
  await writeFile(authority, imap.authority);
  portalUrl = await startPortal();
  await mail('Your code is 111111');
  fleet = stack.use(await openFleet({ NODE_EXTRA_CA_CERTS: authority }));
  worker = stack.use(await fleet.startWorker());
});
afterAll(async () => stack.disposeAsync());

/** Emails a code on request, and lets in anyone who knows it. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/send') {
    codes.push(String(randomInt(100_000, 1_000_000)));
    await mail(`Hello Ann,\r\n\r\nyour code for the login of today is ${codes.at(-1)}.`);
  }
  const given = new URLSearchParams(await text(request)).get('code');
  const answer = given !== null && given === codes.at(-1) ? 'Welcome' : 'Who are you?';
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<title>portal</title><output>${answer}</output><button onclick="fetch('/send')">Send code</button>
     <form method=post action=/login><input id=code name=code><button>Log in</button></form>`,
  );
}

async function startPortal(): Promise<string> {
  const portal = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  stack.defer(() => {
    portal.closeAllConnections();
    portal.close();
  });
  return `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
}

function mail(body: string): Promise<void> {
  const source = [`From: Portal <${sender}>`, `To: ${address}`, 'Subject: Login', '', body];
  return imap.deliver(address, source.join('\r\n'));
}

const click = (name: string) => ({
  interaction_action: { click_element: { command: `get_by_role("button", name="${name}")` } },
});
const fetchCode = (receiver: string) => ({
  before_sleep_time: 0,
  extraction_action: {
    two_fa_action: {
      action: {
        type: 'email_two_fa_action',
        receiver_email_address: receiver,
        sender_email_address: sender,
      },
      output_variable_name: 'otp',
      max_wait_time: 50,
      check_interval: 1,
    },
  },
});
const read = {
  extraction_action: {
    locator: {
      command: 'locator("output")',
      extraction_format: { said: 'str' },
      output_variable_name: 'said',
    },
  },
};
const fill = {
  interaction_action: { input_text: { command: 'locator("#code")', input_text: '{otp[0]}' } },
};

function integrate(name: string, email_address: string, given: string) {
  const place = { host: 'localhost', port: imap.imapsPort };
  const mailbox = { email_address, password: given, ...place };
  return fleet.controlPlane.call('POST', '/api/v1/integrations', { name, mailbox });
}

// proves service: mailbox: end to end
test('logs in with a code that the portal emails, without exposing it', async () => {
  expect(await integrate('Codes', address, password)).toMatchObject({ status: 201 });
  const nodes = [click('Send code'), fetchCode(address), fill, click('Log in'), read];
  const task = await fleet.run(nodes, { url: portalUrl });
  const detail = await fleet.untilEnded(task);

  expect(detail).toMatchObject({
    status: 'success',
    output_data: [{ json_data: { said: 'Welcome' } }],
  });
  const files = [
    join(fleet.controlPlane.directory, 'control-plane.log'),
    join(fleet.directory, `${worker.workerId}.log`),
  ];
  const logs = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const told = [JSON.stringify(detail), ...logs].join('\n');
  expect(told).toContain('messages read');
  for (const secret of [...codes, password]) expect(told).not.toContain(secret);
});

test('gives up at once when the mailbox refuses the password', async () => {
  expect(await integrate('Wrong', 'wrong@acme.example', 'nonsense')).toMatchObject({ status: 201 });
  const task = await fleet.run([fetchCode('wrong@acme.example')], { url: portalUrl });
  const detail = await fleet.untilEnded(task);
  expect(detail).toMatchObject({
    status: 'failed',
    error_class: 'two_fa_messages_unavailable',
    error: expect.stringContaining('localhost refused the user name or password'),
  });
  const log = await readFile(join(fleet.controlPlane.directory, 'control-plane.log'), 'utf8');
  expect(log.split('messages not read')).toHaveLength(2);
});

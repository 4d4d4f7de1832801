import { listen } from '@errand/app-runtime';
import { pollUntil, startConnectServer, startSecretsManagerServer } from '@errand/test-kit';
import { startMailServer } from '@errand/test-kit/mail-server';
import { type ModelServer, startModelServer } from '@errand/test-kit/model-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Fleet, openFleet, type TaskDetail } from '../testing/open-fleet.ts';
import { grantVaults } from '../testing/grant-vaults.ts';
import { type CanarySite, startCanarySite } from './testing/canary-site.ts';
import { failing, leakingNodes, printing } from './testing/leaking-nodes.ts';
import {
  countTraces,
  dumpDatabase,
  readCommandLines,
  readFiles,
  readStepFiles,
  readTraces,
} from './testing/search-traces.ts';

const password = 'Canary-password "7/f" & +3';
const token = 'canary=token/of AWS+"9"';
const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const regionName = 'eu-central-1';

const resources = new AsyncDisposableStack();
const callbacks: string[] = [];
const mails: string[] = [];
const commandLines = new Set<string>();
let site: CanarySite;
let fleet: Fleet;
let models: ModelServer;
/** The worker's temporary directory. Short enough for the sockets of a browser. */
let temporary: string;
let details: TaskDetail[];
let events: string[];
beforeAll(async () => {
  site = resources.use(await startCanarySite());
  const vaults = { Suppliers: { Portal: { password } } };
  const connect = resources.use(await startConnectServer({ token: 'connect-token', vaults }));
  const accessKey = { id: 'AKIATEST', secret: 'aws-secret-key' };
  const secrets = { portal: JSON.stringify({ token }) };
  const amazon = resources.use(await startSecretsManagerServer({ accessKey, regionName, secrets }));
  const receiver = resources.use(await startReceiver());
  const mailServer = resources.use(await startMailServer());
  fleet = resources.use(
    await openFleet({
      ONEPASSWORD_CONNECT_URL: connect.url,
      ONEPASSWORD_CONNECT_TOKEN: 'connect-token',
      AWS_ACCESS_KEY_ID: accessKey.id,
      AWS_SECRET_ACCESS_KEY: accessKey.secret,
      AWS_SECRETS_MANAGER_ENDPOINT: amazon.url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'errand@example.com',
    }),
  );
  await grantVaults(fleet.controlPlane, site.url);
  temporary = mkdtempSync('/tmp/errand-canary-');
  resources.defer(() => rmSync(temporary, { recursive: true, force: true }));
  models = resources.use(await startModelServer());
  models.always('any', { json: { seen: 'nothing' } });
  const settings = {
    TMPDIR: temporary,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'debug',
    GEMINI_API_KEY: models.access.gemini.apiKey,
    GEMINI_BASE_URL: models.access.gemini.baseUrl,
    LLM_KEEP_PROMPTS: 'true',
    TRACE: 'replayable',
  };
  resources.use(await fleet.startWorker(settings));
  const watching = setInterval(() => {
    for (const line of readCommandLines()) commandLines.add(line);
  }, 100);
  resources.defer(() => clearInterval(watching));
  const ids = [
    await submit('good', leakingNodes(site.url), receiver.url),
    await submit('bad', [...leakingNodes(site.url), printing, failing], receiver.url),
  ];
  details = await Promise.all(ids.map((id) => fleet.untilEnded(id)));
  events = await Promise.all(ids.map((id) => readEvents(id)));
  await pollUntil(
    'both callbacks and mails have arrived',
    () => callbacks.length >= 2 && mailServer.count() >= 2,
  );
  // The profile is removed with the browser, which may take a moment after the report.
  await pollUntil(
    'the browsers of the tasks are gone',
    () => countTraces(readFilesOfWorker(), token) === 0,
    { deadlineMs: 20_000 },
  );
  for (let mail = 0; mail < 2; mail += 1) mails.push((await mailServer.next()).source);
}, 300_000);
afterAll(async () => resources[Symbol.asyncDispose]());

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  callbacks.push(`${JSON.stringify(request.headers)} ${await text(request)}`);
  response.end();
}

function startReceiver() {
  return listen((request, response) => void receive(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
}

async function submit(name: string, steps: object[], callback: string): Promise<string> {
  const place = { vault_name: 'Suppliers', item_name: 'Portal', field_name: 'password' };
  const allowed = { allowed_origins: [site.url] };
  const automation = {
    url: `${site.url}/`,
    parameters: {
      input_parameters: {},
      generated_parameters: {},
      secure_parameters: {
        password: [{ onepassword: { ...place, ...allowed } }],
        token: [
          {
            amazon_secrets_manager: {
              secret_name: 'portal',
              region_name: regionName,
              key: 'token',
            },
          },
        ],
        code: [],
      },
    },
    nodes: steps,
  };
  const recording = {
    endpoint_name: name,
    automation,
    callback_url: { url: callback },
    notification_emails: ['ops@example.com'],
  };
  const stored = await fleet.controlPlane.call('POST', '/api/v1/recordings', recording);
  expect(stored).toMatchObject({ status: 201, body: { success: true } });
  const secure = { code: [{ totp: { totp_secret: seed, digits: 10 } }] };
  return fleet.submit(name, {}, { secure_parameters: secure });
}

async function readEvents(taskId: string): Promise<string> {
  const { url, apiKey } = fleet.controlPlane;
  const response = await fetch(`${url}/api/v1/tasks/${taskId}/events`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(30_000),
  });
  return response.text();
}

/** Returns the distinct codes that the site received; they differ over time. */
function typedCodes(): string[] {
  return [...new Set(site.received.flatMap((line) => line.match(/(?<!\d)\d{10}(?!\d)/g) ?? []))];
}

test('control: both tasks finished, and the site received every secret', () => {
  expect(details.map(({ status, error_class }) => [status, error_class])).toEqual([
    ['success', null],
    ['failed', 'option_not_found'],
  ]);
  expect(leakingNodes(site.url)).toHaveLength(30);
  for (const secret of [password, token]) {
    expect(site.received.join('\n')).toContain(JSON.stringify(secret).slice(1, -1));
  }
  expect(typedCodes().length).toBeGreaterThan(0);
  expect(models.requests.map(({ images }) => images.length)).toEqual([1, 1]);
  expect(models.requests[0]?.texts.join()).toContain('[redacted]');
  expect(models.refusals).toEqual([]);
});

function readFilesOfWorker(): readonly string[] {
  return [...readFiles(fleet.directory), ...readFiles(temporary)];
}

test('no secret is found anywhere but at the site', async () => {
  const places: Record<string, readonly string[]> = {
    'rows of the database': await dumpDatabase(fleet.controlPlane.databaseUrl),
    'files and log of the control plane': readFiles(fleet.controlPlane.directory),
    'files and log of the worker': readFilesOfWorker(),
    'task details': details.map((detail) => JSON.stringify(detail)),
    'task events': events,
    callbacks,
    mails,
    'requests to the model': models.requests.map(({ body }) => JSON.stringify(body)),
    'command lines': [...commandLines],
    traces: await readTraces(fleet.controlPlane, details),
  };
  const table = Object.entries(places).map(([place, texts]) => ({
    place,
    texts: texts.length,
    password: countTraces(texts, password),
    token: countTraces(texts, token),
    seed: countTraces(texts, seed),
    codes: typedCodes().reduce((sum, code) => sum + countTraces(texts, code), 0),
  }));
  process.stdout.write(`${JSON.stringify(table, null, 1)}\n`);
  const found = Object.values(places)
    .flat()
    .filter((place) => countTraces([place], token) > 0);
  // For a file, show only its name.
  expect(found.map((place) => place.split('\n')[0])).toEqual([]);
  for (const row of table) {
    expect(row).toMatchObject({ password: 0, token: 0, seed: 0, codes: 0 });
    expect(row.texts).toBeGreaterThan(0);
  }
});

test('evidence and logs of steps are readable, with the secrets masked', async () => {
  const files = await readStepFiles(details);
  expect(files.map(({ kind }) => kind)).toEqual(['python_script_action', 'select_option']);
  const [printed = '', evidence = ''] = files.map(({ content }) => content);
  expect(printed).toBe('password [redacted]\ntoken [redacted]\n');
  const tree = expect.stringContaining('[redacted]');
  expect(JSON.parse(evidence)).toMatchObject({ accessibility_snapshot: tree, dialogs: [] });
  for (const secret of [password, token]) expect(countTraces([printed, evidence], secret)).toBe(0);
});

test('control: the search finds what is planted in each form', async () => {
  const basic = Buffer.from(`user:${password}`).toString('base64');
  const forms = [password, encodeURIComponent(password), JSON.stringify({ password }), basic];
  expect(forms.map((form) => countTraces([form], password))).toEqual([1, 1, 1, 1]);
  for (const directory of [fleet.directory, temporary]) {
    writeFileSync(join(directory, 'planted'), forms.join('\n'));
  }
  expect(countTraces(readFilesOfWorker(), password)).toBe(2);
  await fleet.submit(
    'good',
    {},
    {
      secure_parameters: { code: [{ totp: { totp_secret: seed } }] },
      task_callback_url: `http://127.0.0.1:1/?planted=${encodeURIComponent(password)}`,
    },
  );
  const rows = await dumpDatabase(fleet.controlPlane.databaseUrl);
  expect(countTraces(rows, password)).toBeGreaterThan(0);
});

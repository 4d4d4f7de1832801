import { listen } from '@errand/app-runtime';
import { startConnectServer, type VaultServer } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { grantVaults } from '../testing/grant-vaults.ts';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';

// A task tries to type a granted secret of the installation into pages of other origins, in a real
// browser on a real worker.
const password = 'Granted-password-17';

interface Site extends AsyncDisposable {
  readonly url: string;
  /** Addresses and bodies of the requests that the site received. */
  readonly received: string[];
}

const resources = new AsyncDisposableStack();
let vault: VaultServer;
let fleet: Fleet;
let granted: Site;
let foreign: Site;
beforeAll(async () => {
  granted = resources.use(await startSite());
  foreign = resources.use(await startSite());
  const vaults = { Suppliers: { Portal: { password } } };
  vault = resources.use(await startConnectServer({ token: 'connect-token', vaults }));
  fleet = resources.use(
    await openFleet({
      ONEPASSWORD_CONNECT_URL: vault.url,
      ONEPASSWORD_CONNECT_TOKEN: 'connect-token',
    }),
  );
  resources.use(await fleet.startWorker({ ALLOW_PRIVATE_ADDRESSES: 'true' }));
  await grantVaults(fleet.controlPlane, granted.url);
});
afterAll(async () => resources[Symbol.asyncDispose]());

/**
 * Starts a page with a field that sends every key; `?to=` redirects, `?in=` and `?sandbox=` load an
 * address in a frame.
 */
async function startSite(): Promise<Site> {
  const received: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(`${request.url} ${await text(request)}`);
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const to = searchParams.get('to');
    if (to !== null) response.writeHead(302, { location: to });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end(to === null ? pageOf(searchParams) : '');
  };
  const server = await listen((request, response) => void answer(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  return { url: server.url, received, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function pageOf(query: URLSearchParams): string {
  const framed = query.get('in') ?? query.get('sandbox');
  if (framed !== null) {
    const sandbox = query.has('sandbox') ? 'sandbox="allow-scripts allow-forms"' : '';
    return `<!doctype html><iframe ${sandbox} src="${framed}" width=400 height=200></iframe>`;
  }
  return `<!doctype html><label>Secret <input></label><script>
    document.querySelector('input').addEventListener('input', ({ target }) => {
      void fetch('/typed', { method: 'POST', body: target.value });
    });
  </script>`;
}

const field = 'get_by_label("Secret")';
const inFrame = `frame_locator("iframe").${field}`;

/** Types by dedicated tasks of one login, so that the worker uses the same browser for all of them. */
async function typeAt(url: string, command: string) {
  const step = { input_text: { command, input_text: '{password[0]}', skip_prompt: true } };
  const nodes = [
    { type: 'action_node', end_sleep_time: 0, interaction_action: { max_tries: 1, ...step } },
  ];
  const place = { vault_name: 'Suppliers', item_name: 'Portal', field_name: 'password' };
  const secure_parameters = { password: [{ onepassword: place }] };
  const parameters = {
    input_parameters: { login: [] },
    generated_parameters: {},
    secure_parameters,
  };
  const submission = { is_dedicated: true, unique_parameter_names: ['login'] };
  const id = await fleet.run(nodes, { url, automation: { parameters }, submission });
  return fleet.untilEnded(id);
}

test('control: types the secret into the page and the frame that it is granted for', async () => {
  expect(await typeAt(`${granted.url}/`, field)).toMatchObject({ status: 'success' });
  const framed = `${foreign.url}/?in=${encodeURIComponent(granted.url)}`;
  expect(await typeAt(framed, inFrame)).toMatchObject({ status: 'success' });
  expect(granted.received.filter((line) => line.endsWith(` ${password}`))).toHaveLength(2);
});

test.each<[string, () => string, string]>([
  ['a page of another origin', () => `${foreign.url}/`, field],
  [
    'a page that the granted one redirects to',
    () => `${granted.url}/?to=${encodeURIComponent(`${foreign.url}/`)}`,
    field,
  ],
  [
    'a frame of another origin in the granted page',
    () => `${granted.url}/?in=${encodeURIComponent(`${foreign.url}/`)}`,
    inFrame,
  ],
  [
    'a sandboxed frame of the granted page, whose origin is null',
    () => `${granted.url}/?sandbox=${encodeURIComponent('/')}`,
    inFrame,
  ],
  [
    'the granted host as a user name, at another port',
    () => foreign.url.replace('://', `://${new URL(granted.url).hostname}@`),
    field,
  ],
  [
    'the granted page under another host name',
    () => granted.url.replace('127.0.0.1', 'localhost'),
    field,
  ],
  [
    'a page without an origin',
    () => `data:text/html,${encodeURIComponent(pageOf(new URLSearchParams()))}`,
    field,
  ],
])('never types the granted secret into %s', async (_what, url, command) => {
  const asked = vault.requests.length;
  const before = granted.received.length;
  const detail = await typeAt(url(), command);
  expect(detail).toMatchObject({ status: 'failed', error_class: 'secret_unavailable' });
  expect(detail.error).toMatch(/may not be typed at .* The operator has granted it for/);
  expect(vault.requests).toHaveLength(asked);
  const received = [...foreign.received, ...granted.received.slice(before)].join('\n');
  expect(received).not.toContain(password);
});

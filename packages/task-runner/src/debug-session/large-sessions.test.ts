import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';

interface Session {
  readonly session_id: string;
  readonly state: string;
  readonly position: string | null;
  readonly variables: Readonly<Record<string, readonly unknown[]>>;
}

const words = (count: number) => `<!doctype html><p>${'word '.repeat(count)}</p>`;
/** A picture of it cannot be compressed. */
const noise = `<!doctype html><style>body { margin: 0 }</style><canvas width=3840 height=2160></canvas><script>
  const context = document.querySelector('canvas').getContext('2d');
  const image = context.createImageData(3840, 2160);
  for (let at = 0; at < image.data.length; at += 65_536)
    crypto.getRandomValues(image.data.subarray(at, at + 65_536));
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  context.putImageData(image, 0, 0);
</script>`;
const pages: Readonly<Record<string, string>> = {
  '/long': words(40_000),
  '/longer': words(820_000),
  '/noise': noise,
};

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let siteUrl: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const site = await listen((request, response) => {
    response.setHeader('content-type', 'text/html').end(pages[request.url ?? ''] ?? words(1));
  }, place);
  siteUrl = owned.use(site).url;
  owned.use(await fleet.startWorker({ WORKER_SLOTS: '1' }));
});
afterAll(() => owned.disposeAsync());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  fleet.controlPlane.call(method, `/api/v1/sessions${path}`, body);
const extraction = {
  type: 'action_node',
  end_sleep_time: 0,
  extraction_action: {
    locator: {
      command: 'locator("p")',
      output_variable_name: 'text',
      extraction_format: { text: 'str' },
    },
  },
};
const parameters = {
  input_parameters: { blob: [] },
  generated_parameters: { text: [] },
  secure_parameters: {},
};

async function open(path: string, options: object = {}, blob = 'x') {
  const automation = { url: `${siteUrl}${path}`, nodes: [extraction], parameters, ...options };
  const request = { automation, input_parameters: { blob: [blob] } };
  const { body } = await call('POST', '', request);
  const { session_id: id } = (body as { session: Session }).session;
  return {
    id,
    untilReady: () =>
      pollUntil(
        'the session is ready',
        async () => {
          const answered = await call('GET', `/${id}`);
          const { session } = answered.body as { session: Session };
          return session.state === 'ready' && session;
        },
        { deadlineMs: 45_000 },
      ),
    async [Symbol.asyncDispose]() {
      await call('DELETE', `/${id}`);
    },
  };
}

test('a session becomes ready with large inputs, and after a step that extracts a long text', async () => {
  await using session = await open('/long', {}, 'x'.repeat(2 * 1024 ** 2));
  const { variables } = await session.untilReady();
  expect(variables).toEqual({ blob: ['[left out: 2097156 bytes]'], text: [] });

  const step = await call('POST', `/${session.id}/steps`, { node_path: 'nodes[0]' });
  expect(step).toMatchObject({ status: 200, body: { steps: [{ outcome: 'done' }] } });
  // The answer to a command has more room.
  expect(JSON.stringify(step.body).includes('x'.repeat(2 * 1024 ** 2))).toBe(true);
  const after = await session.untilReady();
  expect(after.position).toBeNull();
  expect(JSON.stringify(after.variables['text'])).toHaveLength(199_999 + 4);
});

test('an answer leaves out the largest variables above 4 MiB', async () => {
  await using session = await open('/longer', {}, 'x'.repeat(200_000));
  await session.untilReady();
  const { status, body } = await call('POST', `/${session.id}/steps`, { node_path: 'nodes[0]' });
  expect({ status, body }).toMatchObject({ status: 200, body: { steps: [{ outcome: 'done' }] } });
  expect((body as Session).variables['text']).toEqual([
    expect.stringMatching(/^\[left out: \d+ bytes\]$/),
  ]);
  expect((await session.untilReady()).position).toBeNull();
});

test('an answer that is too large becomes an error that says what it has, and the session continues', async () => {
  const viewport = { width: 3840, height: 2160 };
  await using session = await open('/noise', { browser_settings: { viewport } });
  await session.untilReady();

  const { status, body } = await call('GET', `/${session.id}/snapshot`);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          type: 'answer_too_large',
          msg: expect.stringMatching(
            /The command was carried out, but its answer was left out: it has \d+ bytes, more than the limit of 10481664. Its largest parts: screenshot \(\d+ bytes\)\.$/,
          ),
        },
      ],
    },
  });
  const located = await call('POST', `/${session.id}/locate`, { command: 'locator("canvas")' });
  expect(located).toMatchObject({ status: 200, body: { count: 1 } });
  await session.untilReady();
});

import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failureOf, interact, openStage, type Stage } from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';

const value = 'correct "horse" & battery';
const field = '<input id=field>';

const resources = new AsyncDisposableStack();
let stage: Stage;
let browser: TestBrowser;
beforeAll(async () => {
  browser = resources.use(await openBrowser());
  stage = resources.use(
    await openStage(browser, (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(request.url === '/frame' ? '<input id=inner>' : '');
    }),
  );
});
afterAll(async () => resources[Symbol.asyncDispose]());

const put = (params: object) => interact('input_text', { command: 'locator("#field")', ...params });

test.each(['fill', 'type', 'key_press'])('types a secret into the page by %s', async (way) => {
  const { options, asked } = withSecrets({ password: [{ value }, { value: 'second one' }] });
  const nodes = [put({ input_text: '<{password[0]}|{password[-1]}>', fill_or_type: way })];
  const run = await stage.run(field, nodes, options);

  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe(`<${value}|second one>`);
  expect(asked).toEqual([
    { name: 'password', index: 0, origin: stage.url },
    { name: 'password', index: 1, origin: stage.url },
  ]);
});

test('types a secret into whatever has focus', async () => {
  const { options } = withSecrets({ password: [{ value }] });
  const nodes = [
    interact('input_text', { input_text: '{password[0]}', fill_or_type: 'key_press' }),
  ];
  const run = await stage.run('<input id=field autofocus>', nodes, options);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe(value);
});

test('resolves a typed secret once and an unused one never', async () => {
  const { options, asked } = withSecrets({ password: [{ value }], other: [{ value: 'unused' }] });
  const nodes = [put({ input_text: '{password[0]}' }), put({ input_text: '{password[0]}' })];
  await stage.run(field, nodes, options);
  expect(asked).toHaveLength(1);
});

test('resolves a one-time code every time', async () => {
  const code = { value: '123456', expiresAt: new Date() };
  const { options, asked } = withSecrets({ code: [code] });
  await stage.run(
    field,
    [put({ input_text: '{code[0]}' }), put({ input_text: '{code[0]}' })],
    options,
  );
  expect(asked).toHaveLength(2);
});

test('waits for the next one-time code when the current one is about to expire', async () => {
  let nextAt = 0;
  const code = {
    value: '123456',
    // According to a clock that is 1.5 seconds behind.
    get expiresAt() {
      const expiresAt = Date.now() + 2_000;
      nextAt ||= expiresAt + 1_500;
      return new Date(Date.now() < nextAt ? nextAt - 1_500 : Date.now() + 30_000);
    },
  };
  const { options, asked } = withSecrets({ code: [code] });
  const run = await stage.run(field, [put({ input_text: '{code[0]}' })], options);
  expect(failureOf(run)).toBe('success');
  expect(asked.length).toBeGreaterThan(2);
  expect(Date.now()).toBeGreaterThanOrEqual(nextAt);
});

test('resolves a code only when the field accepts it', async () => {
  const { options, asked } = withSecrets({ code: [{ value: '123456' }] });
  const nodes = [put({ input_text: '{code[0]}' })];
  const run = await stage.run('<input id=field disabled>', nodes, options);
  expect(failureOf(run)).toMatch(/^not_actionable/);
  expect(asked).toEqual([]);
});

test.each(['fill', 'type'])(
  'resolves for the origin of the frame by %s and enforces allowed origins',
  async (way) => {
    const other = stage.url.replace('127.0.0.1', 'localhost');
    const { options, asked } = withSecrets({
      here: [{ value, allowedOrigins: [other] }],
      there: [{ value, allowedOrigins: [stage.url] }],
    });
    const inner = 'frame_locator("iframe").locator("#inner")';
    const into = (text: string) =>
      interact('input_text', { command: inner, input_text: text, fill_or_type: way });
    const page = `<iframe src="${other}/frame"></iframe>`;

    expect(failureOf(await stage.run(page, [into('{here[0]}')], options))).toBe('success');
    const refused = await stage.run(page, [into('{there[0]}')], options);
    expect(asked.map(({ origin }) => origin)).toEqual([other, other]);
    expect(failureOf(refused)).toBe(
      `secret_unavailable: The secret there[0] may not be typed at ${other}. Its allowed_origins are ${stage.url}.`,
    );
    const frame = refused.page.frames().find((known) => known.url() === `${other}/frame`);
    expect(await frame?.evaluate('inner.value')).toBe('');
  },
);

test('resolves again for another origin and refuses to type there', async () => {
  const other = stage.url.replace('127.0.0.1', 'localhost');
  const { options, asked } = withSecrets({ password: [{ value, allowedOrigins: [stage.url] }] });
  const run = await stage.run(
    `${field}<iframe src="${other}/frame"></iframe>`,
    [
      put({ input_text: '{password[0]}' }),
      interact('input_text', {
        command: 'frame_locator("iframe").locator("#inner")',
        input_text: '{password[0]}',
      }),
    ],
    options,
  );
  expect(asked.map(({ origin }) => origin)).toEqual([stage.url, other]);
  expect(failureOf(run)).toMatch(/^secret_unavailable: .* may not be typed at http:\/\/localhost/);
});

test('stops typing when the page moves focus to another origin', async () => {
  const other = stage.url.replace('127.0.0.1', 'localhost');
  const { options } = withSecrets({ password: [{ value: 'abcdefgh' }] });
  const run = await stage.run(
    `<input id=field oninput="if (value.length === 3) document.querySelector('iframe').focus()">
     <iframe src="${other}/frame"></iframe>
     <script>addEventListener('message', () => {})</script>`,
    [put({ input_text: '{password[0]}', fill_or_type: 'type' })],
    options,
  );
  expect(failureOf(run)).toMatch(
    /^secret_unavailable: The focus moved from http:\/\/127.* to http/,
  );
  expect(await run.read('field.value')).toBe('abc');
});

test('types a value that looks like a secret placeholder literally', async () => {
  const { options, asked } = withSecrets({ password: [{ value }] });
  const run = await stage.run(field, [put({ input_text: '{name[0]}' })], {
    ...options,
    inputs: { name: ['{password[0]}'] },
  });
  expect(await run.read('field.value')).toBe('{password[0]}');
  expect(asked).toEqual([]);
});

test('skips the step when the list of secrets is empty', async () => {
  const { options } = withSecrets({ password: [] });
  const run = await stage.run(field, [put({ input_text: '{password[0]}' })], options);
  expect(run.events).toMatchObject([{ outcome: 'skipped', reason: '{password[0]} has no value.' }]);
});

test('fails as secret_unavailable with the reason of the vault, or without a resolver', async () => {
  const { options } = withSecrets({ password: [{ value }] });
  const failing = {
    resolve: () => Promise.reject(new Error('The secret password[0] could not be read: closed.')),
  };
  const nodes = [put({ input_text: '{password[0]}' })];
  const run = await stage.run(field, nodes, { ...options, dependencies: { secrets: failing } });
  expect(failureOf(run)).toBe(
    'secret_unavailable: The secret password[0] could not be read: closed.',
  );

  const without = await stage.run(field, nodes, { ...options, dependencies: {} });
  expect(failureOf(without)).toMatch(/^secret_unavailable: .*nothing here can resolve secrets/);
});

test('stops waiting for a vault when the run is stopped', async () => {
  const { options } = withSecrets({ password: [{ value }] });
  const over = new AbortController();
  const resolve = () => {
    over.abort(new Error('cancelled'));
    return new Promise<never>(() => {});
  };
  const dependencies = { secrets: { resolve }, signal: over.signal };
  const run = await stage.run(field, [put({ input_text: '{password[0]}' })], {
    ...options,
    dependencies,
  });
  expect(run.result.status).toBe('aborted');
});

const setTo = (text: string) =>
  interact('set_value', { command: 'locator("#field")', value: text });

test('sets a text field to a secret', async () => {
  const { options, asked } = withSecrets({ password: [{ value }] });
  const run = await stage.run(field, [setTo('{password[0]}')], options);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe(value);
  expect(asked).toEqual([{ name: 'password', index: 0, origin: stage.url }]);
});

test('does not set a field to a secret at an origin that is not allowed', async () => {
  const allowedOrigins = ['https://portal.example'];
  const { options } = withSecrets({ password: [{ value, allowedOrigins }] });
  const run = await stage.run(field, [setTo('{password[0]}')], options);
  expect(failureOf(run)).toMatch(/^secret_unavailable: .* may not be typed at/);
  expect(await run.read('field.value')).toBe('');
});

test('does not reveal a secret that a field rejects', async () => {
  const { options } = withSecrets({ password: [{ value: 'tell-nobody' }] });
  const cutting = '<input id=field oninput="this.value = this.value.slice(0, 4)">';
  const run = await stage.run(cutting, [setTo('{password[0]}')], options);
  expect(failureOf(run)).toMatch(/^value_not_taken: .* shows a value other than the one given/);
  expect(failureOf(run)).not.toContain('tell');
});

test.each([
  '<input type=range id=field>',
  '<select id=field><option>correct</select>',
  '<input type=checkbox id=field>',
])('does not resolve a secret to set %s', async (html) => {
  const { options, asked } = withSecrets({ password: [{ value: 'correct' }] });
  const run = await stage.run(html, [setTo('{password[0]}')], options);
  expect(failureOf(run)).toMatch(/^not_actionable: .*(?:not a text field|on or off)/);
  expect(asked).toEqual([]);
});

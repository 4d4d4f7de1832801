import { decodePng, type ScreenPicture } from '@errand/desktop';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { failureOf, type FinishedRun, interact } from '../test/run-on-page.ts';
import { drawnPage, openScreenStage, type ScreenStage, stateOf } from '../test/screen-stage.ts';
import { withSecrets } from '../test/secret-stage.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await openScreenStage();
});
afterAll(async () => stage[Symbol.asyncDispose]());

const { signal } = new AbortController();
const canary = 'Kestrel77Harbour';
const patient = { group: { max_timeout_seconds_per_try: 10 } };
const typeSecret = (more: object) =>
  interact('input_text', { input_text: '{password[0]}', ...more }, patient);
const failing = interact(
  'click_element',
  { keyword: 'Nowhere' },
  { group: { max_timeout_seconds_per_try: 0.1 } },
);

/** The words in the screenshot of the failed step. */
async function evidenceOf({ events }: FinishedRun): Promise<string> {
  return wordsIn(decodePng(events.at(-1)?.evidence?.screenshot ?? new Uint8Array()));
}

async function wordsIn(picture: ScreenPicture): Promise<string> {
  const words = await stage.desktop.readTexts(picture, signal);
  return words.map(({ text }) => text).join(' ');
}

test('types a secret into a page of its origin and does not show it in any picture', async () => {
  const secrets = withSecrets({ password: [{ value: canary }] });
  const html = `<p style="font:20px sans-serif">Your account
    <input id=field aria-label=Code style="font:20px sans-serif; width: 400px; caret-color: transparent">
    <div id=echo style="font:20px sans-serif"></div>
    <script>field.oninput = () => { echo.textContent = 'You wrote ' + field.value }</script>`;
  const run = await stage.run(
    html,
    [typeSecret({ command: 'locator("#field")' }), failing],
    secrets.options,
  );
  expect(failureOf(run)).toMatch(/^keyword_not_found: .*"Nowhere"/);
  expect(await run.read('field.value')).toBe(canary);
  expect(secrets.asked).toEqual([{ name: 'password', index: 0, origin: stage.url }]);
  expect(await wordsIn(await stage.desktop.look(signal))).toContain('Kestrel');
  const words = await evidenceOf(run);
  expect(words).toContain('account');
  expect(words).not.toMatch(/Kest|trel|Harb|bour/i);
});

test('hides a secret that is visible only as pixels', async () => {
  const secrets = withSecrets({ password: [{ value: canary }] });
  const run = await stage.run(
    drawnPage([{ label: 'Cancel', x: 40, y: 60 }]),
    [typeSecret({ keyword: 'Cancel' }), failing],
    secrets.options,
  );
  expect(failureOf(run)).toMatch(/^keyword_not_found: .*"Nowhere"/);
  expect(await stateOf(run)).toMatchObject({ text: canary });
  const words = await evidenceOf(run);
  expect(words).toContain('software');
  expect(words).not.toMatch(/Kest|trel|Harb|bour/i);
});

test('does not type a secret at an origin that is not allowed', async () => {
  const secrets = withSecrets({
    password: [{ value: canary, allowedOrigins: ['https://portal.example'] }],
  });
  const run = await stage.run(
    '<input id=field>',
    [typeSecret({ command: 'locator("#field")' })],
    secrets.options,
  );
  expect(failureOf(run)).toMatch(/^secret_unavailable: .*may not be typed at/);
  expect(await run.read('field.value')).toBe('');
});

test('releases every key when the run is stopped while it types', async () => {
  const stop = new AbortController();
  const page = drawnPage([{ label: 'Cancel', x: 40, y: 60 }]);
  const run = await stage.run(
    page,
    [interact('input_text', { keyword: 'Cancel', input_text: 'LONG '.repeat(2000) }, patient)],
    {
      dependencies: { signal: stop.signal },
      onPage: async (opened) => {
        await opened.exposeFunction('stopRun', () => stop.abort(new Error('cancelled')));
        await opened.evaluateOnNewDocument(`addEventListener('keydown', () => {
          if (state.text.length > 5) stopRun();
        })`);
      },
    },
  );
  expect(run.result.status).toBe('aborted');
  await run.page.waitForFunction('state.held.length === 0', { timeout: 5000 });
  const typed = String(await run.read('state.text'));
  expect(typed.length).toBeLessThan(5000);
});

test('does not type a secret into a window that takes the keyboard after the click', async () => {
  const secrets = withSecrets({ password: [{ value: canary }] });
  const { secrets: vault, ...others } = secrets.options.dependencies ?? {};
  let started: Page | undefined;
  const slow: SecretResolver = {
    async resolve(wanted, ended) {
      if (!started || !vault) throw new Error('The run has no page.');
      await started.evaluate('steal()');
      await started.waitForFunction('!document.hasFocus()', { polling: 50 });
      return vault.resolve(wanted, ended);
    },
  };
  const html = `<input id=field><script>function steal() {
    globalThis.other ??= open('about:blank');
    other.document.body.innerHTML = '<input id=taken>';
    other.document.getElementById('taken').focus();
  }</script>`;
  const run = await stage.run(html, [typeSecret({ command: 'locator("#field")' })], {
    ...secrets.options,
    dependencies: { ...others, secrets: slow },
    onPage: (page) => void (started = page),
  });
  expect(failureOf(run)).toMatch(/^secret_unavailable: The keyboard focus is not in the page/);
  const typed = 'field.value + other.document.getElementById("taken").value';
  expect(await run.read(typed)).toBe('');
});

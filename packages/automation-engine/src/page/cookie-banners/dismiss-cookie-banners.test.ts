import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
const pressed: string[] = [];

/** Reports the press to the server, so that presses in frames of other sites are noticed, too. */
const button = (name: string, label: string, attributes = '') =>
  `<button type=button ${attributes} onclick="navigator.sendBeacon('/pressed/${name}'); document.body.append('pressed-${name}')">${label}</button>`;
const banner = (content: string) =>
  `<div style="position: fixed; bottom: 0">We use cookies for analytics. ${content}</div>`;

beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => {
    const name = /^\/pressed\/(?<name>.+)/.exec(request.url ?? '')?.groups?.['name'];
    if (name) pressed.push(name);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><meta charset=utf-8>We use cookies. ${button('framed', 'Reject all')}`,
    );
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/** Succeeds as soon as the page shows the text. */
const untilSaid = (text: string, seconds = 3) => ({
  type: 'action_node',
  interaction_action: {
    max_tries: seconds,
    hover: { command: `get_by_text("${text}")`, skip_prompt: false },
  },
  end_sleep_time: 0,
});
const acceptAndReject = button('accept', 'Accept all') + button('reject', 'Reject all');

// proves field: allow_cookies
test.each([
  ['the button that rejects, not the one that accepts', banner(acceptAndReject), 'reject'],
  [
    'a German one',
    banner(button('a', 'Alle akzeptieren') + button('de', 'Nur notwendige Cookies')),
    'de',
  ],
  [
    'the button of a known framework, whatever its label',
    banner(button('a', 'Yes') + button('ot', 'Nix', 'id="onetrust-reject-all-handler"')),
    'ot',
  ],
  [
    'the button that closes it if none rejects',
    banner(button('a', 'Accept') + button('x', '×')),
    'x',
  ],
  ['OK if there is no choice', banner(button('ok', 'OK')), 'ok'],
  [
    'a banner inside a shadow root',
    `<cookie-banner></cookie-banner><script>
      document.querySelector('cookie-banner').attachShadow({ mode: 'open' }).innerHTML =
        ${JSON.stringify(banner(button('shadow', 'Decline')))};
    </script>`,
    'shadow',
  ],
  [
    'a banner that appears late',
    `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(banner(button('late', 'Reject all')))}) }, 500)</script>`,
    'late',
  ],
])('presses %s', async (_what, page, name) => {
  const run = await stage.run(page, [untilSaid(`pressed-${name}`)]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.body.innerText')).not.toContain('pressed-a');
});

test('notices changes inside a shadow root at once', async () => {
  const page = `<x-root></x-root><script>
    const root = document.querySelector('x-root').attachShadow({ mode: 'open' });
    root.innerHTML = '<p>Welcome</p>';
    setTimeout(() => { root.innerHTML = ${JSON.stringify(banner(button('inner', 'Reject all')))} }, 4300);
  </script>`;
  const run = await stage.run(page, [untilSaid('pressed-inner', 6)]);
  expect(failureOf(run)).toBe('success');
});

test('presses the reject button in a frame of another site', async () => {
  const src = `${stage.url.replace('127.0.0.1', 'localhost')}/banner`;
  pressed.length = 0;
  const wait = { type: 'action_node', sleep_action: { sleep_time: 2 }, end_sleep_time: 0 };
  await stage.run(`<iframe src="${src}"></iframe>`, [wait]);
  expect(pressed).toEqual(['framed']);
});

const harmless = [
  ['outside a banner', `<p>We use cookies.</p>${button('a', 'Reject all')}`],
  ['in an unrelated dialog', `<dialog open>Delete the order? ${button('a', 'Decline')}</dialog>`],
  ['of a banner that only accepts', banner(button('a', 'Accept all'))],
  ['OK next to a choice', banner(button('a', 'OK') + button('b', 'Settings'))],
  [
    'next to a login',
    banner(
      `<input type=text><input type=password>${button('a', 'Log in')}${button('b', 'Decline')}`,
    ),
  ],
  [
    'of an application that only links to its cookie policy',
    `<div style="position: fixed; inset: 0">Ann invites you. ${button('a', 'Decline')}<a href="/c">Cookie policy</a></div>`,
  ],
  [
    'in a dialog about another kind of consent',
    `<div role=dialog class=consent-form>Consent to the treatment; our privacy rules hold. ${button('a', 'Deny')}</div>`,
  ],
  [
    'in a dialog about a parcel',
    `<div role=dialog>Tracking number 42. ${button('a', 'Close')}</div>`,
  ],
  ['that leaves the page', banner(`<a href="/elsewhere">Reject all</a>`)],
] as const;

test.each(harmless)('leaves a button alone %s', async (_what, page) => {
  const wait = { type: 'action_node', sleep_action: { sleep_time: 1 }, end_sleep_time: 0 };
  const run = await stage.run(page, [wait]);
  expect(await run.read('document.body.innerText')).not.toContain('pressed');
  expect(run.page.url()).not.toContain('elsewhere');
});

test('leaves banners alone where cookies are allowed, even after a run that rejected them on the same page', async () => {
  const page = await browser.browser.newPage();
  const dependencies = { page };
  const refused = await stage.run(banner(acceptAndReject), [untilSaid('pressed-reject')], {
    dependencies,
  });
  expect(failureOf(refused)).toBe('success');
  const wait = { type: 'action_node', sleep_action: { sleep_time: 1 }, end_sleep_time: 0 };
  await stage.run(banner(acceptAndReject), [wait], {
    dependencies,
    automation: { allow_cookies: true },
  });
  expect(await page.evaluate('document.body.innerText')).not.toContain('pressed');
  await page.close();
});

import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.writeHead(request.url === '/error' ? 500 : 200, { 'content-type': 'text/html' });
  response.end(`<title>${request.url}</title><button onclick="window.hit = 1">Go</button>`);
});

const goTo = (url: string, params: object = {}) => interact('go_to_url', { url, ...params });
const clickGo = interact('click_element', { command: 'get_by_role("button")' });

// proves field: interaction_action.go_to_url.url
test('loads an address with its placeholders bound', async () => {
  const run = await stage.run('first', [goTo('{site[0]}/orders')], {
    inputs: { site: [stage.url] },
  });
  expect(failureOf(run)).toBe('success');
  expect(run.page.url()).toBe(`${stage.url}/orders`);
  expect(run.events).toMatchObject([{ pageUrl: `${stage.url}/orders` }]);
});

// proves field: interaction_action.go_to_url.new_tab
test('opens a new tab and makes it the current one', async () => {
  const run = await stage.run('first', [goTo(`${stage.url}/second`, { new_tab: true }), clickGo]);
  expect(failureOf(run)).toBe('success');
  const pages = await run.page.browserContext().pages();
  const second = pages.find((page) => page.url().endsWith('/second'));
  expect(pages.length).toBe(2);
  expect(await second?.evaluate('window.hit')).toBe(1);
});

test('accepts an HTTP error page', async () => {
  const run = await stage.run('first', [goTo(`${stage.url}/error`), clickGo]);
  expect(failureOf(run)).toBe('success');
});

test.each([
  ['http://127.0.0.1:9/', /^navigation: http:\/\/127\.0\.0\.1:9\/ could not be loaded: net::ERR_/],
  ['not an address', /^navigation: .*is not an absolute address/],
  ['file:///etc/hostname', /^navigation: .*"file:" are not allowed/],
  ['javascript:alert(1)', /^navigation: .*"javascript:" are not allowed/],
])('fails for %s with the reason', async (url, reason) => {
  const run = await stage.run('first', [goTo('{address[0]}')], { inputs: { address: [url] } });
  expect(failureOf(run)).toMatch(reason);
});

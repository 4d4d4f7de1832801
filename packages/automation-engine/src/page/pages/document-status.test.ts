import { expect, test } from '@jest/globals';
import { failureOf, interact, type Stage } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage(({ url = '' }, response) => {
  const status = Number(/status-(\d+)/.exec(url)?.[1] ?? 200);
  const location = /to=(.*)/.exec(url)?.[1];
  const type = url.includes('.bin') ? 'application/octet-stream' : 'text/html';
  response.writeHead(status, { 'content-type': type, ...(location && { location }) });
  const isEmpty = status === 204 || url.startsWith('/empty');
  response.end(isEmpty ? undefined : `<title>${url}</title><p>${url}</p>`);
});

const goTo = (url: string) => interact('go_to_url', { url: `${stage.url}${url}` });
const click = (name: string, node: object = {}) =>
  interact('click_element', { command: `get_by_role("link", name="${name}")` }, { node });
const statusesOf = async (page: Parameters<Stage['run']>[0], nodes: readonly object[]) => {
  const run = await stage.run(page, nodes);
  expect(failureOf(run)).toBe('success');
  return run.events.map(({ httpStatus }) => httpStatus);
};

test('records the status of the page that a step ends on', async () => {
  const nodes = [
    { sleep_action: { sleep_time: 0 } },
    goTo('/status-503'),
    goTo('/status-302?to=/status-404'),
    interact('go_back', {}),
    interact('go_to_url', { url: 'about:blank' }),
  ];
  expect(await statusesOf({ path: '/status-401' }, nodes)).toEqual([401, 503, 404, 503, undefined]);
});

test('counts links and forms, but not files, fragments or frames', async () => {
  const page = `<iframe src="/status-500"></iframe><a href="/status-204">None</a>
    <a href="/file.bin">File</a><a href="#here">Here</a><a href="/status-410">Gone</a>

    <form action="/status-422" method="post"><a href="javascript:document.forms[0].submit()">Send</a></form>`;
  const nodes = ['None', 'File', 'Here', 'Gone'].map((name) => click(name, { end_sleep_time: 3 }));
  expect(await statusesOf(page, nodes)).toEqual([200, 200, 200, 410]);
  expect(await statusesOf(page, [click('Send', { end_sleep_time: 3 })])).toEqual([422]);
});

test('a new page has its own status', async () => {
  const page = `<a href="/status-503" target="_blank">Open</a>`;
  const node = { expect_new_tab: true, max_new_tab_wait_time: 5 };
  const nodes = [click('Open', node), interact('close_current_tab', {})];
  expect(await statusesOf(page, nodes)).toEqual([503, 200]);
});

test('a missing element reports the error status of its page', async () => {
  const miss = interact('click_element', { command: 'get_by_text("None")' });
  const broken = await stage.run({ path: '/status-503' }, [miss]);
  expect(failureOf(broken)).toMatch(/^locator_not_found: .* The page has status 503, so it may be/);
  const whole = await stage.run({ path: '/status-200' }, [miss]);
  expect(failureOf(whole)).toMatch(/^locator_not_found: /);
  expect(failureOf(whole)).not.toContain('The page has status');
});

test('a failure outside a node reports the status of the page', async () => {
  const run = await stage.run({ path: '/status-503' }, [], {
    automation: { expected_downloads: 1 },
    dependencies: { limits: { downloadStartMs: 100 } },
  });
  const error = { class: 'download_missing', httpStatus: 503 };
  expect(run.result).toMatchObject({ status: 'failed', error });
  expect(run.result).not.toHaveProperty('error.nodePath');
});

test('a start page with an error status and no content also has a status', async () => {
  const run = await stage.run({ path: '/empty-status-502' }, []);
  const error = { class: 'navigation', httpStatus: 502 };
  expect(run.result).toMatchObject({ status: 'failed', error });
});

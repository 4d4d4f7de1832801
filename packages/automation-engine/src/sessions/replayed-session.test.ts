import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const click = (name: string) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` });

const respond = (path: string, body: string) => ({
  method: 'GET',
  url: `http://portal.example/${path}`,
  postData: undefined,
  status: 200,
  headers: [{ name: 'content-type', value: 'text/html' }],
  body: Buffer.from(body),
});

test('reports the requests that the start page of a replay misses with the first command', async () => {
  const url = 'http://portal.example/';
  const replay = [respond('', `<button>Add</button><script src=/main.js></script>`)];
  await using opened = await stage.debug('', [click('Add')], { automation: { url }, replay });
  const { session, opening } = opened;
  const missed = [{ method: 'GET', url: `${url}main.js`, reason: 'not_recorded' }];
  expect(opening.missedRequests).toBeUndefined();
  expect((await session.runNode({ path: 'nodes[0]' })).missedRequests).toEqual(missed);
  expect((await session.runNode({ path: 'nodes[0]' })).missedRequests).toBeUndefined();
  expect((await session.restart()).missedRequests).toEqual(missed);
});

test('says that the trace has no response to the start page', async () => {
  const automation = { url: 'http://portal.example/other' };
  await using opened = await stage.debug('', [], { automation, replay: [respond('', '')] });
  expect(opened.opening.failure?.message).toBe(
    'http://portal.example/other could not be loaded: net::ERR_BLOCKED_BY_CLIENT. The trace has no response to GET http://portal.example/other.',
  );
});

test('replays a recording with all recorded responses, and stops the replay on request', async () => {
  const url = 'http://portal.example/';
  const html = `<!doctype html><p id=log></p><button onclick="next()">Next</button>
    <button onclick="setTimeout(() => fetch('/late').catch(() => undefined), 300)">Late</button><script>
    async function next() { log.textContent = await (await fetch('/next')).text(); }</script>`;
  const replay = [respond('', html), respond('next', 'first'), respond('next', 'second')];
  const last = { ...click('Late'), end_sleep_time: 0 };
  await using opened = await stage.debug('', [last], { automation: { url }, replay });
  const { session, page } = opened;
  const shows = (text: string) =>
    pollUntil(`the page shows ${text}`, async () =>
      (await session.snapshot()).accessibilitySnapshot.includes(text),
    );
  const record = async (name: string) => {
    await session.startRecording(() => undefined);
    await session.runNode({ node: click(name) });
    return session.stopRecording({ isReplayed: true });
  };

  const { recording } = await record('Next');
  expect(recording?.report.nodes).toMatchObject([{ kind: 'click', outcome: 'passed' }]);
  await shows('first');
  const again = await session.runNode({ node: click('Next') });
  expect(again).toMatchObject({ steps: [{ outcome: 'done' }] });
  expect(again.missedRequests).toBeUndefined();
  await shows('second');

  // The clean page does not have the button.
  const [open = page] = await page.browserContext().pages();
  await open.evaluate(`document.querySelector('button').textContent = 'Other'`);
  const replaying = record('Other');
  const isReplaying = async () => !(await session.recording()).isRecording && session.cancel();
  await pollUntil('the replay is stopped', isReplaying);
  expect((await replaying).recording?.report.nodes).toMatchObject([
    { outcome: 'not_reached', reason: 'The replay was cancelled.' },
  ]);
  expect((await session.restart()).failure).toBeUndefined();
  expect((await session.runNode({ node: click('Next') })).failure).toBeUndefined();
  const { missedRequests } = await session.runUntil({});
  expect(missedRequests).toEqual([{ method: 'GET', url: `${url}late`, reason: 'not_recorded' }]);
});

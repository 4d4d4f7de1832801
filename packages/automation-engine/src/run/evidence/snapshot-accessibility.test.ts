import { expect, test } from '@jest/globals';
import { BLOCK } from '@errand/test-kit';
import { interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html');
  const button = `<button>In ${url}</button>`;
  if (url === '/large') response.end('<p>much</p>'.repeat(5_000));
  else if (url === '/outer') response.end(`${button}<iframe src=/inner></iframe>`);
  else if (url === '/long') response.end(`<button>${'long '.repeat(40)}</button>`.repeat(600));
  else response.end(`${button}<script>onmessage = () => ${BLOCK};</script>`);
});
const ofOtherSite = (path: string) => `${stage.url.replace('127.0.0.1', 'localhost')}${path}`;
const missing = interact(
  'click_element',
  { command: 'locator("#none")' },
  { group: { max_timeout_seconds_per_try: 0.5 } },
);

async function snapshotOf(page: string, nodes: readonly object[] = []): Promise<string> {
  const { events } = await stage.run(page, [...nodes, missing]);
  return events.at(-1)?.evidence?.accessibilitySnapshot ?? '';
}

test('contains what the frames of a page show, after the page itself', async () => {
  const frames = [ofOtherSite('/pay'), '/outer', 'about:blank'];
  const snapshot = await snapshotOf(
    `<button>Own</button>${frames.map((url) => `<iframe src="${url}"></iframe>`).join('')}`,
  );
  expect(snapshot.split('\n')).toEqual([
    expect.stringMatching(/^- RootWebArea/),
    '  - button "Own"',
    `- frame "${ofOtherSite('/pay')}"`,
    expect.stringMatching(/^ {2}- RootWebArea/),
    '    - button "In /pay"',
    `- frame "${stage.url}/outer"`,
    expect.stringMatching(/^ {2}- RootWebArea/),
    '    - button "In /outer"',
    `- frame "${stage.url}/inner"`,
    expect.stringMatching(/^ {2}- RootWebArea/),
    '    - button "In /inner"',
  ]);
});

test('contains no text of a secret field, however short, and no word that is the same', async () => {
  const snapshot = await snapshotOf(`<table><tr><td>Code<td><input autocomplete=cc-csc value=907>
    <td><input autocomplete=new-password value="harvest  moon"><td><input type=password value=xw><td><button>Pay</button></table><p>of 907 EUR: 9078</p>`);
  expect(snapshot).toContain('textbox = "••••"');
  expect(snapshot).toContain('"of •••• EUR: 9078"');
  expect(snapshot).not.toMatch(/\b907\b|xw|harvest/);
});

test('does not wait for a frame that hangs, and limits large ones', async () => {
  const hang = interact('click_element', { command: 'get_by_role("button", name="Hang")' });
  const snapshot = await snapshotOf(
    `<button onclick="frames[0].postMessage('', '*')">Hang</button>
     <iframe src="${ofOtherSite('/hangs')}"></iframe><iframe src=/large></iframe><iframe src=/pay></iframe>`,
    [hang],
  );
  expect(snapshot).toContain('button "Hang"');
  expect(snapshot).toContain(`"${ofOtherSite('/hangs')}"\n  The frame does not respond.`);
  expect(snapshot).toContain('/large"\n  The document is too large for a snapshot.');
  expect(snapshot).toContain('button "In /pay"');
});

test('is limited in size, and the page itself comes first', async () => {
  const snapshot = await snapshotOf('<button>Own</button><iframe src=/long></iframe>');
  expect(snapshot).toMatch(/^.*\n {2}- button "Own"\n- frame/);
  expect(snapshot.length).toBeLessThan(50_100);
  expect(snapshot.endsWith('\n- (cut)')).toBe(true);
});

import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const documents: Readonly<Record<string, string>> = {
  '/waiting': '<button disabled>Pay</button>',
  '/ready': `<button onclick="this.textContent = 'Paid'">Pay</button>`,
};

const stage = useStage(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(documents[url] ?? 'not here');
});

const inFrame = 'frame_locator("#f").get_by_role("button", name="Pa")';
const sites = {
  same: () => stage.url,
  other: () => stage.url.replace('127.0.0.1', 'localhost'),
};
type Site = keyof typeof sites;

test.each<[Site, Site]>([
  ['same', 'same'],
  ['other', 'other'],
  ['other', 'same'],
  ['same', 'other'],
])(
  'keeps waiting in a frame of the %s site that navigates to one of the %s',
  async (before, after) => {
    const run = await stage.run(
      `<iframe id=f src="${sites[before]()}/waiting"></iframe>
     <script>setTimeout(() => { f.src = '${sites[after]()}/ready' }, 500)</script>`,
      [interact('click_element', { command: inFrame }, { group: { max_tries: 10 } })],
    );
    expect(failureOf(run)).toBe('success');
  },
);

test.each<[Site]>([['same'], ['other']])(
  'continues to wait in the successor of a frame of the %s site',
  async (site) => {
    const run = await stage.run(
      `<iframe id=f src="${sites[site]()}/waiting"></iframe><script>setTimeout(() => {
         const next = document.createElement('iframe');
         next.id = 'f';
         next.src = '${sites[site]()}/ready';
         f.replaceWith(next);
       }, 500)</script>`,
      [interact('click_element', { command: inFrame }, { group: { max_tries: 10 } })],
    );
    expect(failureOf(run)).toBe('success');
  },
);

test('reports that the frame is gone when it does not reappear', async () => {
  const run = await stage.run(
    `<iframe id=f src="/waiting"></iframe><script>setTimeout(() => f.remove(), 400)</script>`,
    [interact('click_element', { command: inFrame })],
  );
  expect(failureOf(run)).toMatch(/^locator_not_found: /);
});

import { expect, test } from '@jest/globals';
import { failureOf } from './run-on-page.ts';
import { useStage } from './use-stage.ts';

const stage = useStage((_request, response) => response.end('tick'));

const traces = `JSON.stringify([localStorage.x, sessionStorage.x, document.cookie, name, history.length, globalThis.left])`;

test.each([
  ['a document that it empties', ''],
  ['a document that it leaves', `setInterval(() => fetch('/tick'), 20);`],
])('a run finds nothing of the previous run in %s', async (_way, acts) => {
  const first = await stage.run(
    `<script>localStorage.x = sessionStorage.x = 1; document.cookie = 'x=1'; name = 'x'; left = 1;
      setTimeout(() => { localStorage.x = 2 }, 1); history.pushState(0, ''); ${acts}</script>`,
    [],
  );
  expect(JSON.parse(String(await first.read(traces))).slice(0, 4)).not.toContain(null);
  const second = await stage.run('<p>next</p>', []);
  expect(failureOf(second)).toBe('success');
  expect(second.page).toBe(first.page);
  expect(JSON.parse(String(await second.read(traces)))).toEqual([null, null, '', '', 2, null]);
});

import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { see } from './testing/open-person.ts';
import { recordCase } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

const pages = {
  '/': `<!doctype html><meta charset=utf-8><title>Opener</title><a id=link href=/tab target=_blank>Link</a>
    <button id=same>Same site</button><button id=other>Other site</button><button id=next>Next</button>
    <script>let tab; const open = (origin) => { tab = window.open(origin + '/tab'); };
      same.onclick = () => open(location.origin);
      other.onclick = () => open(location.origin.replace('127.0.0.1', 'localhost'));
      onmessage = () => tab.close();</script>`,
  '/tab': `<!doctype html><meta charset=utf-8><title>Tab</title><button id=mark>Mark</button>
    <button id=done>Done</button><button id=tell>Tell</button>
    <script>done.onclick = () => window.close(); tell.onclick = () => opener.postMessage('done', '*');</script>`,
};

const stage = usePerson(pages);

test.each([
  ['the person', '#link', '#mark', 'click click close click'],
  ['the person', '#other', '#mark', 'click click close click'],
  ['its own script', '#link', '#done', 'click click click'],
  ['its opener', '#same', '#tell', 'click click click'],
  ['its opener on another site', '#other', '#tell', 'click click click'],
])('right after a click, %s closes a tab: %s %s', async (...one) => {
  const [closer, opens, acts, kinds] = one;
  const recording = await recordCase(
    {
      name: `${opens} ${acts}`,
      url: `${stage().site}/`,
      async act(someone, page) {
        const list = () => page.browserContext().pages();
        await someone.click(see(page, opens));
        const tab = await pollUntil('the new tab', async () =>
          (await list()).find((listed) => listed.url().endsWith('/tab')),
        );
        await someone.click(see(tab, acts));
        if (closer === 'the person') await someone.press('Control', 'w');
        await pollUntil('the tab is closed', async () => (await list()).length === 1);
        await someone.click(see(page, '#next'));
      },
    },
    stage(),
  );
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind, outcome, reason }) => `${kind} ${reason ?? outcome}`)).toEqual(
    kinds.split(' ').map((kind) => `${kind} passed`),
  );
  expect(faults).toEqual([]);
});

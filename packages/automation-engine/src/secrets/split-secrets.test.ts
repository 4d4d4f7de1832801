import { expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interact } from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';
import { useStage } from '../test/use-stage.ts';
import { readTrace } from '../traces/testing/read-trace.ts';
import { openTraceFile } from '../traces/trace-file.ts';

const value = 'Zq7!pä /&+X9"w<kT';
const stage = useStage();

/** Types the secret, lets the page show it in its `p`, and fails. */
async function showSecret(show: string) {
  const page = `<input id=field type=password><button onclick="show(field.value)">Show</button><p></p>
    <script>
      const p = document.querySelector('p');
      const put = (name, ...content) => {
        const element = document.createElement(name);
        element.append(...content);
        p.append(element);
      };
      const show = (value) => { ${show} };
    </script>`;
  const { options } = withSecrets({ password: [{ value }] });
  const typed = { command: 'locator("#field")', input_text: '{password[0]}' };
  const nodes = [
    interact('input_text', typed),
    ...Array.from({ length: 3 }, () => interact('click_element', { command: 'locator("button")' })),
    interact('click_element', { command: 'locator("#missing")' }),
  ];
  const directory = mkdtempSync(join(tmpdir(), 'errand-split-'));
  const trace = openTraceFile({ directory, title: 'test', keepsBodies: false });
  const dependencies = { ...options.dependencies, trace };
  const { events } = await stage.run(page, nodes, { ...options, dependencies });
  const { render } = readTrace(await trace.pack());
  const [shown = ''] = render(`after@step@3`);
  const evidence = events.at(-1)?.evidence?.accessibilitySnapshot ?? '';
  const paragraph = /<P>[^]*<.P>/.exec(shown)?.[0] ?? 'none';
  return { shown: paragraph.replaceAll(/<[^>]*>/g, ''), evidence };
}

const once = (show: string) => `if (!p.firstChild) { ${show} }`;

test.each([
  ['two texts', once(`p.append('[' + value.slice(0, 8)); put('b', value.slice(8) + ']')`)],
  [
    'a long and a short text',
    once(`p.append('[' + value.slice(0, 14)); put('b', value.slice(14), ']')`),
  ],
  [
    'an element for each character',
    once(`put('i', '['); for (const one of value) put('span', one); put('i', ']')`),
  ],
  ['boxes', once(`put('i', '['); for (const one of value) put('div', one); put('i', ']')`)],
  [
    'lines of markup',
    once(
      `put('i', '['); for (const one of value) { put('b', one); p.append('\\n  ') } put('i', ']')`,
    ),
  ],
  [
    'elements that are added one after the other',
    `
     const at = p.childNodes.length;
     put('span', ['[' + value.slice(0, 6), value.slice(6, 12), value.slice(12) + ']'][at])`,
  ],
])('redacts a secret that a page shows as %s', async (_name, show) => {
  const { shown, evidence } = await showSecret(show);
  expect(shown.replaceAll(/\s/g, '')).toBe('[[redacted]]');
  expect(evidence).not.toMatch(/"\[?Zq7|"Z"|kT\]?"|"k"/);
  expect(evidence).toContain('[redacted]');
});

import { expect, test } from '@jest/globals';
import { see } from './testing/open-person.ts';
import { recordCase } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

const head = '<tr><th>Name</th><th>City</th><th>Order</th></tr>';
const body = ['Bo Rome', 'Cy Oslo']
  .map((row) => row.split(' '))
  .map(([name, city]) => `<tr><td>${name}</td><td>${city}</td><td><button>Pick</button></td></tr>`)
  .join('');
const page = (html: string) =>
  `<!doctype html><meta charset=utf-8><title>Rows</title>${html}<p id=said style="height: 20px"></p>
  <script>for (const button of document.querySelectorAll('button')) button.onclick = () => {
    said.textContent += button.closest('tr').cells[0].textContent + ' '; };</script>`;

const cells = ['Ann Bonn', 'Eve Kiel'].map((text) => `<tr><td>${text}</td></tr>`).join('');
const pages: Record<string, string> = {
  '/plain': page(`<table>${head}${body}</table>`),
  '/thead': page(`<table><thead>${head}</thead><tbody>${body}</tbody></table>`),
  '/two': page(`<table>${cells}</table><table id=orders>${head}${body}</table>`),
};

const stage = usePerson(pages);

test.each([
  ['/plain', 'locator("tr:has(td)")'],
  ['/thead', 'locator("tr:has(td)")'],
  ['/two', 'locator("[id=\\"orders\\"]").locator("tr:has(td)")'],
])('a loop over the rows of a table leaves out its headings: %s', async (path, locator) => {
  const recording = await recordCase(
    {
      name: path,
      url: stage().site + path,
      async act(someone, shown, recorder) {
        await recorder.pointAt('each');
        await someone.click(see(shown, 'tr:has(button) td:nth-child(2)'));
        await recorder.pointAt('extract');
        await someone.click(see(shown, 'tr:has(button) td:nth-child(2)'));
        await someone.click(see(shown, 'button'));
        await recorder.endLoop();
      },
    },
    stage(),
  );
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'loop passed',
    'extract passed',
    'click passed',
  ]);
  expect(recording.automation['nodes']).toMatchObject([{ type: 'for_loop_node', locator }]);
  expect(recording.automation['parameters']).toMatchObject({ generated_parameters: { city: [] } });
  const [loop] = nodes;
  expect(loop?.candidates[0]).toMatchObject({ command: locator, count: 2 });
  expect(JSON.stringify(loop)).not.toMatch(/Rome|Pick/);
  expect(faults).toEqual([]);
});

test('a loop that finds no rows in the replay has failed', async () => {
  const recording = await recordCase(
    {
      name: 'no rows',
      url: `${stage().site}/plain`,
      async act(someone, shown, recorder) {
        await recorder.pointAt('each');
        await someone.click(see(shown, 'tr:has(button) td'));
        await someone.click(see(shown, 'button'));
        await recorder.endLoop();
        pages['/plain'] = page(`<table>${head}</table>`);
      },
    },
    stage(),
  );
  expect(recording.report.nodes).toMatchObject([
    { kind: 'loop', outcome: 'failed', reason: expect.stringContaining('found no rows') },
    { kind: 'click', outcome: 'not_reached', reason: 'An earlier node failed.' },
  ]);
});

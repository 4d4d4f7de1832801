import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { see } from './testing/open-person.ts';
import { type PersonCase, recordCase, recordOnly } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';
import type { Recording } from './write-recording.ts';

/** A person types it into password fields; must not appear in any recording. */
const password = 'Gull48Harbour';

function passwordPage(field: string, show: string): string {
  return `<!doctype html><meta charset=utf-8><title>Login</title><div id=box>${field}</div>
    <button id=eye>Show</button><label>Note <input id=note></label>
    <script>eye.onclick = () => { ${show} };</script>`;
}

/** Replaces the password field with a text field, as frameworks do. */
const replace = `const value = box.firstChild.value; box.innerHTML = '<input id=shown aria-label=Login>';
  box.firstChild.setAttribute('value', value); box.firstChild.value = value;`;
const pages: Readonly<Record<string, string>> = {
  '/replaced': passwordPage('<input type=password id=hidden aria-label=Login>', replace),
  '/kept': passwordPage(
    `<input type=password id=hidden aria-label=Login value=${password}>`,
    replace,
  ),
  '/nameless': passwordPage(
    '<input type=password>',
    `const { value } = box.firstChild; box.innerHTML = '<input>'; box.firstChild.value = value;`,
  ),
  '/pair': passwordPage(
    '<input type=password id=hidden aria-label=Login><input id=shown style="display: none">',
    `shown.value = hidden.value; hidden.style.display = 'none'; shown.style.display = 'inline';`,
  ),
  // As rich text editors do.
  '/editor': `<!doctype html><title>Editor</title><input id=name aria-label=Name><iframe></iframe><script>
    setTimeout(() => { const { contentDocument } = document.querySelector('iframe'); contentDocument.open();
      contentDocument.write('<!doctype html><body contenteditable=true aria-label=Text style="min-height: 50px">');
      contentDocument.close(); }, 50);</script>`,
  '/rewritten': `<!doctype html><title>Before</title><button id=go onclick="document.open();
    document.write('<title>After</title><input id=name aria-label=Name><button id=send>Send</button>');
    document.close()">Go</button>`,
  '/controls': `<!doctype html><meta charset=utf-8><title>Controls</title><label>Many <select id=many multiple size=3>
    <option selected>One<option>Two</select></label><div id=grid tabindex=0 aria-label=Cell>Cell</div><p id=said></p>
    <script>grid.onkeydown = ({ key }) => { if (/^[a-z]$/.test(key)) said.textContent += key; };</script>`,
  '/banner': `<!doctype html><title>Banner</title><label>Name <input id=name></label><p id=said></p>
    <div id=banner style="position: fixed; inset: auto 0 0">We use cookies.
      <button onclick="said.textContent = 'accepted'; banner.remove()">Accept cookies</button>
      <button onclick="said.textContent = 'rejected'; banner.remove()">Reject all</button></div>`,
  '/late': `<!doctype html><title>Late</title>
    <button id=open onclick="setTimeout(() => window.open('/pair'), 10_200)">Report</button>`,
};

const stage = usePerson(pages);

function record(path: string, act: PersonCase['act']): Promise<Recording> {
  const { site, ...scene } = stage();
  return recordOnly({ name: path, url: site + path, act }, scene);
}

/** Records an act, and expects that every node replays and nothing is reported. */
async function recordAndReplay(path: string, act: PersonCase['act']): Promise<Recording> {
  const { site, ...scene } = stage();
  const recording = await recordCase({ name: path, url: site + path, act }, scene);
  const { nodes, faults } = recording.report;
  expect(nodes.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(faults).toEqual([]);
  return recording;
}

function kindsOf({ report }: Recording): string {
  return report.nodes.map(({ kind }) => kind).join(' ');
}

test.each([
  ['/replaced', password],
  ['/replaced', 'Gu'],
  ['/kept', ''],
  ['/nameless', 'Gu'],
  ['/pair', password],
])('a password that %s shows in a text field stays a secret', async (path, before) => {
  const recording = await record(path, async (someone, page) => {
    if (before !== '') await someone.fill(see(page, 'input[type=password]'), before);
    await someone.click(see(page, '#eye'));
    await someone.click(see(page, '#box input:not([type=password])'));
    await someone.press('End');
    await someone.type(before === 'Gu' ? password.slice(2) : 'x');
    await someone.fill(see(page, '#note'), 'plain');
  });
  // Does not print the whole recording when it fails.
  expect(/Gull|ll48/.exec(JSON.stringify(recording))?.[0]).toBeUndefined();
  expect(kindsOf(recording)).toBe(`${before === '' ? '' : 'secret '}click secret fill`);
  expect(recording.inputs).toEqual({ note: ['plain'] });
});

test('records what a person types into an editor that is written into its frame', async () => {
  const recording = await recordAndReplay('/editor', async (someone, page) => {
    const frame = await page.waitForFrame((one) => one.parentFrame() !== null);
    await someone.fill(see(page, '#name'), 'Ann');
    await someone.click(see(frame, '[contenteditable]'));
    await someone.type('rich text');
    await someone.fill(see(page, '#name'), 'Bob');
  });
  expect(kindsOf(recording)).toBe('fill fill fill');
  expect(recording.inputs).toEqual({ name: ['Ann'], text: ['rich text'], name_2: ['Bob'] });
});

test('records what a person does after a page has rewritten itself', async () => {
  const recording = await recordAndReplay('/rewritten', async (someone, page, recorder) => {
    await someone.click(see(page, '#go'));
    await someone.fill(see(page, '#name'), 'Ann');
    await someone.press('Enter');
    await someone.click(see(page, '#send'));
    await recorder.pointAt('assert');
    await someone.click(see(page, '#send'));
  });
  expect(kindsOf(recording)).toBe('click fill click assert');
});

/** Presses a key that the keyboard of the display lacks. */
async function pressForeign(page: Page, key: string): Promise<void> {
  const session = await page.createCDPSession();
  for (const type of ['keyDown', 'keyUp'] as const) {
    await session.send('Input.dispatchKeyEvent', { type, key, text: key });
  }
  await session.detach();
}

test('leaves out only what an automation cannot do, and says so', async () => {
  const recording = await recordCase(
    {
      name: 'controls',
      url: `${stage().site}/controls`,
      async act(someone, page, recorder) {
        await someone.click(see(page, '#many option'), { held: ['Control'] });
        await someone.click(see(page, '#grid'));
        await pressForeign(page, 'é');
        await someone.press('Enter');
        await someone.click(see(page, '#many'));
        await someone.press('Tab');
        await someone.type('go');
        await recorder.pointAt('assert');
        await someone.click(see(page, '#said'));
      },
    },
    stage(),
  );
  const { nodes, faults } = recording.report;
  expect(nodes).toMatchObject([
    { node_path: 'nodes[0]', kind: 'click', outcome: 'passed' },
    { node_path: 'nodes[1]', kind: 'letters', outcome: 'passed' },
    { node_path: 'nodes[2]', kind: 'keys', outcome: 'passed' },
    { node_path: 'nodes[3]', kind: 'select', outcome: 'passed' },
    // After a node that moves the focus.
    { node_path: 'nodes[5]', kind: 'letters', outcome: 'passed' },
    { node_path: 'nodes[6]', kind: 'assert', outcome: 'passed' },
  ]);
  expect(JSON.stringify(recording.automation)).toContain('"expected":"go"');
  expect(recording.inputs).toEqual({ cell: ['é'], cell_2: ['go'] });
  expect(faults).toEqual([expect.stringContaining('Step 1 (select) is left out: ')]);
});

test('shows a person a page without its cookie banner, as in the replay', async () => {
  const recording = await recordAndReplay('/banner', async (someone, page, recorder) => {
    await someone.fill(see(page, '#name'), 'Ann');
    await pollUntil('the banner is gone', async () => !(await page.$('#banner')));
    await recorder.pointAt('assert');
    await someone.click(see(page, '#said'));
  });
  expect(kindsOf(recording)).toBe('fill assert');
  expect(JSON.stringify(recording.automation)).toContain('"expected":"rejected"');
});

test('reports a tab that opens too late for the step before it', async () => {
  const recording = await record('/late', async (someone, page) => {
    await someone.click(see(page, '#open'));
    const tab = await pollUntil('the new tab', async () =>
      (await page.browserContext().pages()).find((one) => one.url().endsWith('/pair')),
    );
    await someone.fill(see(tab, '#note'), 'Ann');
  });
  expect(kindsOf(recording)).toBe('click fill');
  expect(JSON.stringify(recording.automation)).not.toContain('expect_new_tab');
  expect(recording.report.faults).toEqual([
    expect.stringMatching(
      /^Step 1 \(click\): a tab opened 1\d\.\d s later, .*max_new_tab_wait_time/,
    ),
  ]);
}, 30_000);

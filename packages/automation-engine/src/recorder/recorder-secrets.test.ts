import { expect, test } from '@jest/globals';
import { BLOCK } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { type Person, see } from './testing/open-person.ts';
import { recordCase, recordOnly } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

const PASSWORD = '<!doctype html><input type=password aria-label=Login>';
const focusOther = `parent.frames[1].document.querySelector('input').focus()`;
const cell = (open: string, after = 1) =>
  `<!doctype html><div id=cell tabindex=0 style="width: 200px">....</div><script>let keys = 0;
    cell.onkeydown = ({ key }) => { keys += 1; if (keys === ${after}) { ${open}; } };</script>`;

/** Hides what is typed behind bullets, and keeps the text in a variable. */
const editable = (script: string) => `<div id=field contenteditable=true style="width: 200px"></div>
  <button id=next>Next</button><script>let text = ''; const bullets = () => '•'.repeat(text.length);
  const toEnd = () => getSelection().selectAllChildren(field) ?? getSelection().collapseToEnd();
  ${script}</script>`;

const pages: Readonly<Record<string, string>> = {
  '/password': PASSWORD,
  '/cell': cell(focusOther),
  '/frames': `<iframe src="/cell"></iframe><iframe src="/password"></iframe>`,
  '/late-cell': cell(focusOther, 4),
  '/late-frames': `<iframe src="/late-cell"></iframe><iframe src="/password"></iframe>`,
  '/own-cell': cell(
    `document.querySelector('iframe').contentDocument.querySelector('input').focus()`,
  ).replace('<script>', '<iframe src="/password"></iframe><script>'),
  '/on-input': editable(`field.oninput = () => { text += field.textContent.replaceAll('•', '');
    field.textContent = bullets(); toEnd(); };`),
  '/on-key': editable(`field.onkeydown = (event) => { if (event.key.length > 1) return;
    event.preventDefault(); text += event.key; field.textContent = bullets(); };`),
  '/last-shown': editable(`field.oninput = () => { text += field.textContent.replaceAll('•', '');
    field.textContent = bullets().slice(1) + text.at(-1); toEnd(); };`),
  '/later': editable(`field.oninput = () => { setTimeout(() => { text = field.textContent;
    field.textContent = bullets(); }, 1500); };`),
  '/soon': editable(`field.oninput = () => { setTimeout(() => { text = field.textContent;
    field.textContent = bullets(); }, 1000); };`),
  '/soon-drawn':
    editable(`const other = document.createElement('input'); field.replaceWith(other); other.id = 'field';
    other.oninput = () => { setTimeout(() => { other.style.webkitTextSecurity = 'disc'; }, 1000); };`),
  '/hangs': editable(`field.oninput = () => { setTimeout(() => { text = field.textContent;
    field.textContent = bullets(); if (name !== 'person') ${BLOCK}; }, 1000); };`),
  '/soon-no-field':
    editable(`field.removeAttribute('contenteditable'); field.tabIndex = 0; field.textContent = '-';
    field.setAttribute('role', 'textbox');
    field.onkeydown = ({ key }) => { if (key.length === 1) field.textContent = text += key;
      setTimeout(() => { field.textContent = bullets(); }, 1000); };`),
  '/input':
    editable(`const other = document.createElement('input'); field.replaceWith(other); other.id = 'field';
    other.oninput = () => { text += other.value.replaceAll('•', ''); other.value = bullets(); };`),
  '/short': `<!doctype html><table><tr><td>Login<td><input id=field type=password>
    <td><input id=code autocomplete=cc-csc><td id=next>Next</table>`,
  '/framed': `<!doctype html><table><tr><td>Code<td><input id=field autocomplete=cc-csc>
    <td><iframe srcdoc="<button>Inner</button>"></iframe></table>`,
  '/mirrored': `<!doctype html><input class=f type=password><button id=next>Next</button><script>
    const field = document.querySelector('.f'); field.oninput = () => { field.title = field.value; };
    next.onclick = () => { document.title = field.value; next.title = field.value; field.value = ''; };</script>`,
  '/icon': `<!doctype html><input id=field type=password>
    <button style="width: 40px; height: 20px"><svg></svg></button>`,
  '/no-field':
    editable(`field.removeAttribute('contenteditable'); field.tabIndex = 0; field.textContent = '-';
    field.setAttribute('role', 'textbox');
    field.onkeydown = ({ key }) => { if (key.length === 1) { text += key; field.textContent = bullets(); } };`),
};

const stage = usePerson(pages);

/** What a person does on one of the pages, recorded but not replayed. */
const recordAt = (path: string, act: (someone: Person, page: Page) => Promise<void>) =>
  recordOnly({ name: path, url: stage().site + path, act }, stage());

test.each(['/frames', '/late-frames', '/own-cell'])(
  'no character of a password whose field a key in another frame opened is recorded: %s',
  async (path) => {
    const recording = await recordAt(path, async (someone, page) => {
      const frames = [page.mainFrame(), ...page.frames()];
      const [opener] = frames.filter((frame) => frame.url().endsWith('cell'));
      if (!opener) throw new Error('The frame with the cell is missing.');
      await someone.click(see(opener, '#cell'));
      await someone.type('QzxwQzxw');
      const field = page.frames().find((frame) => frame.url().endsWith('/password'));
      await field?.waitForFunction(`document.querySelector('input').value !== ''`);
    });
    expect(recording.report.nodes.map(({ kind }) => kind)).toEqual(['click', 'secret']);
    expect(JSON.stringify(recording)).not.toMatch(/qz|zx|xw|"q"/i);
  },
);

test.each([
  ['/on-input', 'secret click'],
  ['/on-key', 'secret click'],
  ['/last-shown', 'secret click'],
  ['/later', 'secret click'],
  ['/input', 'secret click'],
  ['/no-field', 'click secret click'],
])('no character is recorded of what a page covers with bullets: %s', async (path, kinds) => {
  const recording = await recordAt(path, async (someone, page) => {
    await someone.click(see(page, '#field'));
    await someone.type('QzxwQzxw');
    if (path === '/later') await page.waitForFunction(`field.textContent === '••••••••'`);
    await someone.click(see(page, '#next'));
  });
  expect(JSON.stringify(recording)).not.toMatch(/qz|zx|xw|"q"|•/i);
  expect(recording.inputs).toEqual({});
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind }) => kind)).toEqual(kinds.split(' '));
  expect(faults.join()).toContain(path === '/no-field' ? 'covers what is typed' : '');
});

test('no name of what is around a secret field contains what has been typed into it', async () => {
  const recording = await recordAt('/short', async (someone, page) => {
    await someone.click(see(page, '#field'));
    await someone.type('xw');
    await someone.click(see(page, '#code'));
    await someone.type('907');
    await someone.click(see(page, '#next'));
  });
  expect(recording.report.nodes.map(({ kind }) => kind)).toEqual(['secret', 'secret', 'click']);
  expect(JSON.stringify(recording)).not.toMatch(/xw|\b907\b/);
});

test.each([
  ['/framed', '#field', '907'],
  ['/mirrored', '.f', 'harvest'],
])('no frame and no label is named by a secret: %s', async (path, field, secret) => {
  const recording = await recordAt(path, async (someone, page) => {
    await someone.click(see(page, field));
    await someone.type(secret);
    const frame = page.frames().at(-1) ?? page.mainFrame();
    await someone.click(see(frame, 'button'));
    if (path === '/mirrored') await someone.click(see(page, field));
  });
  const kinds = recording.report.nodes.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['secret', 'click']);
  expect(JSON.stringify(recording)).not.toMatch(RegExp(`\\b${secret}\\b`));
});

test('a password that is the name of a role loses no locator', async () => {
  const recording = await recordAt('/icon', async (someone, page) => {
    await someone.click(see(page, '#field'));
    await someone.type('button');
    await someone.click(see(page, 'button'));
  });
  const click = recording.report.nodes.at(-1);
  expect(click?.kind).toBe('click');
  expect(click?.candidates.map(({ command }) => command)).toContain('locator("button")');
});

const isCovered = `field.textContent === '••••••••' || field.style.webkitTextSecurity === 'disc'`;

test.each([
  ['/soon', 'after'],
  ['/soon-drawn', 'after'],
  ['/soon', 'before'],
  ['/soon-drawn', 'before'],
  ['/soon-no-field', 'before'],
])(
  'nothing is kept of what a page covers after the last key: %s, stopped %s that',
  async (path, when) => {
    const one = {
      name: path,
      url: stage().site + path,
      async act(someone: Person, page: Page) {
        await someone.click(see(page, '#field'));
        await someone.type('QzxwQzxw');
        if (when === 'after') await page.waitForFunction(isCovered);
      },
    };
    const record = when === 'after' ? recordOnly : recordCase;
    const recording = await record(one, stage());
    expect(JSON.stringify(recording)).not.toMatch(/qz|zx|xw|"q"|•/i);
    expect(recording.inputs).toEqual({});
    expect(Object.keys(recording.secure_parameters)).toHaveLength(1);
    const secret = recording.report.nodes.find(({ kind }) => kind === 'secret');
    expect(secret?.outcome).toBe(when === 'after' ? undefined : 'passed');
    expect(secret?.reason ?? '').toContain(when === 'after' ? '' : 'is a secret');
  },
);

test('text is a secret if the page hangs before it can be seen whether it covers the text', async () => {
  const recording = await recordCase(
    {
      name: 'hangs',
      url: `${stage().site}/hangs`,
      async act(someone, page) {
        await page.evaluate(`name = 'person'`);
        await someone.click(see(page, '#field'));
        await someone.type('Plain text');
      },
    },
    stage(),
  );
  expect(JSON.stringify(recording)).not.toContain('Plain text');
  expect(recording.report.nodes.at(-1)).toMatchObject({
    kind: 'secret',
    reason: expect.stringMatching(/did not respond.*Record the step again/),
  });
});

import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const put = (text: string, params: object = {}) =>
  interact('input_text', { command: 'locator("#field")', input_text: text, ...params });

/** Formats digits as a telephone number, as masks do. */
const phoneMask = `const d = field.value.replace(/\\D/g, '').slice(0, 10);
  field.value = d && '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6);`;

test.each([
  ['a mask', `<input id=field oninput="${phoneMask}">`, '1234567890', '(123) 456-7890'],
  [
    'a mask that is applied later',
    `<input id=field oninput="setTimeout(() => { ${phoneMask} }, 50)">`,
    '1234567890',
    '(123) 456-7890',
  ],
  [
    'a field that converts to capitals',
    '<input id=field oninput="this.value = this.value.toUpperCase()">',
    'ab12cd',
    'AB12CD',
  ],
  [
    'a caret that the page sets when the field gets the focus',
    '<input id=field value=old onfocus="setTimeout(() => this.setSelectionRange(3, 3), 0)" onselect="if (!window.done) { window.done = true; this.setSelectionRange(3, 3) }">',
    'new',
    'new',
  ],
  [
    'a suggestion after the text',
    `<input id=field oninput="this.value = 'Germany'; this.setSelectionRange(3, 7)">`,
    'Ger',
    'Germany',
  ],
  [
    'a domain with non-ASCII letters',
    '<input id=field type=email>',
    'ann@müller.test',
    'ann@xn--mller-kva.test',
  ],
  ['spaces around an address', '<input id=field type=email>', ' ann@a.test ', 'ann@a.test'],
  ['a maxlength that is long enough', '<input id=field maxlength=3 value=abc>', 'xyz', 'xyz'],
])('accepts a text with %s', async (...[, html, text, value]) => {
  const run = await stage.run(html, [put(text)]);
  expect(failureOf(run)).toBe('success');
  await run.page.waitForFunction(
    (wanted) => {
      const field = document.querySelector('input');
      return field?.value === wanted;
    },
    {},
    value,
  );
});

test.each([
  [
    'a maxlength',
    '<input id=field maxlength=3>',
    'takes only part of the text: its maxlength is 3',
  ],
  [
    'the maxlength of a textarea',
    '<textarea id=field maxlength=3></textarea>',
    'its maxlength is 3',
  ],
  [
    'a filter of input events',
    '<input id=field value=old onbeforeinput="event.preventDefault()">',
    'still contains what it did before',
  ],
  ['a page that empties it', `<input id=field oninput="this.value = ''">`, 'is empty after'],
  [
    'a page that undoes it a moment later',
    '<input id=field value=old oninput="queueMicrotask(() => { this.value = \'old\' })">',
    'still contains what it did before',
  ],
  [
    'a mask that drops letters',
    String.raw`<input id=field oninput="this.value = this.value.replace(/\D/g, '')">`,
    'contains something other than the text',
  ],
  [
    'a password field that changes the case',
    '<input id=field type=password oninput="this.value = this.value.toUpperCase()">',
    'contains something other than the text',
  ],
  [
    'an editor whose own model ignores the edit',
    `<div id=field contenteditable>old</div><script>
       new MutationObserver(() => { if (field.textContent !== 'old') field.textContent = 'old' })
         .observe(field, { childList: true, characterData: true, subtree: true })</script>`,
    'still contains what it did before',
  ],
])('fails when %s keeps the text out', async (_what, html, problem) => {
  const run = await stage.run(html, [put('abc4567')]);
  expect(failureOf(run)).toMatch(/^text_not_taken: locator\("#field"\) /);
  expect(failureOf(run)).toContain(problem);
  expect(failureOf(run)).not.toContain('abc4');
});

test('fails when a page caps a number', async () => {
  const run = await stage.run(
    '<input id=field type=number oninput="if (this.value > 100) this.value = 100">',
    [put('500')],
  );
  expect(failureOf(run)).toMatch(/^text_not_taken/);
});

test("fires the events of a person's edit, and the change event once", async () => {
  const run = await stage.run(
    `<input id=field value=old><input id=next><script>
       window.seen = [];
       for (const type of ['beforeinput', 'input', 'change'])
         field.addEventListener(type, (event) =>
           seen.push([type, event.inputType, event.data, type === 'change' || event.isTrusted]));
     </script>`,
    [put('new'), interact('click_element', { command: 'locator("#next")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen.map((entry) => entry.join())')).toEqual([
    'beforeinput,insertText,new,true',
    'input,insertText,new,true',
    'change,,,true',
  ]);
});

test('reports to the page what is typed after existing text', async () => {
  const run = await stage.run(
    `<input id=field onchange="(window.seen ??= []).push(this.value)"><input id=next>`,
    [
      put('new'),
      put('er', { fill_or_type: 'type' }),
      interact('click_element', { command: 'locator("#next")' }),
    ],
  );
  expect(await run.read('seen')).toEqual(['new', 'newer']);
});

test.each([
  ['<input id=field value=old>', 'field.value'],
  ['<textarea id=field>old</textarea>', 'field.value'],
  ['<input id=field type=number value=3>', 'field.value'],
  ['<input id=field type=date value=2026-01-01>', 'field.value'],
  ['<div id=field contenteditable><p>old</p></div>', 'field.innerText.trim()'],
])('empties %s', async (html, value) => {
  const run = await stage.run(html, [put('')]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(value)).toBe('');
});

test('fills a field that the page replaces on every input', async () => {
  const run = await stage.run(
    `<div id=box></div><script>
       const draw = (value) => {
         box.innerHTML = '<input id=field oninput="draw(this.value)">';
         document.querySelector('#field').value = value;
       };
       draw('old');
     </script>`,
    [put('new')],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("#field").value')).toBe('new');
});

test.each([
  ['is removed', 'this.remove()'],
  ['closes its page', `location.href = 'about:blank'`],
])('succeeds with a field that %s as soon as it is full', async (_what, script) => {
  const run = await stage.run(`<input id=field oninput="${script}">`, [put('123456')]);
  expect(failureOf(run)).toBe('success');
});

test('puts nothing into a field that passes focus on', async () => {
  const run = await stage.run(`<input id=field onfocus="other.focus()"><input id=other>`, [
    put('12'),
  ]);
  expect(failureOf(run)).toMatch(/^not_actionable: .* passes the focus on to <input id="other">/);
  expect(await run.read('[field.value, other.value]')).toEqual(['', '']);
});

test('fills a field that already has focus in its frame', async () => {
  const framed = interact('input_text', {
    command: 'locator("iframe").content_frame.locator("input")',
    input_text: 'second',
    click_before_input: false,
  });
  const run = await stage.run(`<input id=field><iframe srcdoc="<input autofocus>"></iframe>`, [
    framed,
    put('first'),
    framed,
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[field.value, frames[0].document.querySelector("input").value]')).toEqual([
    'first',
    'second',
  ]);
});

test('keeps the lines of long text', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n');
  const run = await stage.run('<textarea id=field>old</textarea>', [put(lines)]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe(lines);
});

/** Turns text that ends with a comma into a tag, and empties the field. */
const takeTag = `if (!this.value.endsWith(',')) return;
  window.tags = [...(window.tags ?? []), this.value.slice(0, -1)];`;

test.each([
  [
    'next to its field',
    `<div><ul id=drawn></ul><input id=field oninput="${takeTag}
       drawn.insertAdjacentHTML('beforeend', '<li>' + tags.at(-1) + '</li>'); this.value = ''"></div>`,
  ],
  [
    'in place of the previous one',
    `<div><b id=tag>Paris</b><input id=field oninput="${takeTag}
       tag.textContent = tags.at(-1); this.value = ''"></div>`,
  ],
  [
    'and redraws its field',
    `<div id=box></div><script>
       const take = function () { ${takeTag} draw(); };
       const draw = () => {
         box.innerHTML = (window.tags ?? []).map((tag) => '<b>' + tag + '</b>').join('')
           + '<input id=field>';
         box.lastChild.oninput = take;
       };
       draw();
     </script>`,
  ],
  [
    'in the shadow tree of its element',
    `<tag-field></tag-field><script>
       customElements.define('tag-field', class extends HTMLElement {
         connectedCallback() {
           const root = this.attachShadow({ mode: 'open' });
           root.innerHTML = '<p></p><input id=field>';
           root.lastChild.oninput = function () {
             ${takeTag}
             root.firstChild.append(Object.assign(document.createElement('b'), { textContent: tags.at(-1) }));
             this.value = '';
           };
         }
       });
     </script>`,
  ],
])('puts a text once into a field that turns it into a tag %s', async (_where, html) => {
  const run = await stage.run(html, [put('Berlin,')]);
  expect(failureOf(run)).toMatch(/^text_not_taken: .* its widget shows "Berlin"/);
  expect(await run.read('tags')).toEqual(['Berlin']);
});

test('puts text only once into an editor that turns it into a tag', async () => {
  const run = await stage.run(
    `<div id=field contenteditable oninput="
       if (!this.textContent.includes(',')) return;
       const name = this.lastChild.textContent.slice(0, -1);
       window.tags = [...(window.tags ?? []), name];
       this.innerHTML = '<b contenteditable=false>#' + tags.length + '</b>'"></div>`,
    [put('Berlin,')],
  );
  expect(failureOf(run)).toMatch(/^text_not_taken: .* its widget shows "#1"/);
  expect(await run.read('tags')).toEqual(['Berlin']);
});

test('puts text only once into a field that truncates it, and reports what the field shows', async () => {
  const run = await stage.run(
    `<input id=field oninput="window.count = (window.count ?? 0) + 1; this.value = this.value.replace(/\\D/g, '')">`,
    [put('abc4567')],
  );
  expect(failureOf(run)).toMatch(/^text_not_taken: .*; it shows "4567"\. Give text/);
  expect(await run.read('count')).toBe(1);
});

import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { type FinishedRun, interact, openStage, type Stage } from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';

const resources = new AsyncDisposableStack();
let stage: Stage;
let browser: TestBrowser;
beforeAll(async () => {
  browser = resources.use(await openBrowser());
  stage = resources.use(
    await openStage(browser, ({ url = '' }, response) => {
      const sent = new URLSearchParams(url.split('?')[1]).get('sent') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(url === '/gone' ? `${slowly}<p>Gone</p>` : `<input id=field value="${sent}">`);
    }),
  );
});
afterAll(async () => resources[Symbol.asyncDispose]());

const picture = {
  type: 'action_node',
  end_sleep_time: 0,
  extraction_action: { screenshot: { filename: 'now.png' } },
};
const fetchCode = {
  type: 'action_node',
  before_sleep_time: 0,
  extraction_action: {
    two_fa_action: {
      action: { type: 'sms_two_fa_action', from_number: '+15550100', to_number: '+15550199' },
      output_variable_name: 'otp',
    },
  },
};
const failing = interact(
  'click_element',
  { command: 'locator("#missing")' },
  { group: { max_timeout_seconds_per_try: 0.1 } },
);
const blur = interact('click_element', { command: 'locator("body")', force: true });
const style = '<style>input, textarea, div { caret-color: transparent; width: 300px }</style>';

interface Pictured {
  readonly page: string;
  readonly command?: string;
  readonly way?: string;
}

/**
 * Every image of a run that types the text, as a secret or as plain text: screenshots, evidence and
 * the final screenshot.
 */
async function picturesOf(
  { page, command = 'locator("#field")', way = 'fill' }: Pictured,
  text: { readonly secret: string } | { readonly plain: string },
): Promise<readonly Uint8Array[]> {
  const isSecret = 'secret' in text;
  const { options } = withSecrets({ password: [{ value: isSecret ? text.secret : '' }] });
  const input = interact('input_text', {
    command,
    input_text: isSecret ? '{password[0]}' : text.plain,
    fill_or_type: way,
  });
  const run = await stage.run(`${style}${page}`, [input, blur, picture, failing], {
    ...options,
    automation: { ...options.automation, take_final_screenshot: true },
  });
  return contentsOf(run);
}

function contentsOf({ result, events }: FinishedRun): readonly Uint8Array[] {
  const evidence = events.at(-1)?.evidence?.screenshot;
  const images = [...result.screenshots.map(({ content }) => content), evidence];
  return images.filter((image) => image !== undefined);
}

/** View transitions that show the page as it was before. */
const slowly = `<style>
  @view-transition { navigation: auto }
  ::view-transition-group(*) { animation-duration: 60s }
  ::view-transition-old(*) { animation: none; mix-blend-mode: normal }
  ::view-transition-new(*) { animation: none; opacity: 0 }
</style>`;

const pages: readonly (readonly [string, Pictured])[] = [
  ['a field', { page: '<input id=field>' }],
  ['a field filled by key presses', { page: '<input id=field>', way: 'type' }],
  ['a text area', { page: '<textarea id=field></textarea>' }],
  ['edited text', { page: '<div id=field contenteditable>x</div>' }],
  ['a field named by its label', { page: '<label id=field>Password <input></label>' }],
  [
    'a password that the page shows',
    { page: '<input id=field type=password oninput="this.type = \'text\'">' },
  ],
  [
    'a page that enforces its colours',
    { page: '<style>* { opacity: 1 !important; color: red !important }</style><input id=field>' },
  ],
  [
    'a field that the page copies',
    {
      page: `<input id=field type=password oninput="shown.value = value; hidden = true"><input id=shown>`,
    },
  ],
  [
    'a field that the page replaces',
    {
      page: `<form></form><script>
        const draw = (value) => {
          const field = document.createElement('input');
          field.id = 'field';
          field.value = value;
          field.onchange = () => draw(field.value);
          document.forms[0].replaceChildren(field);
        };
        draw('');
      </script>`,
    },
  ],
  [
    'a field that the page replaces when its size changes',
    {
      page: `<input id=field><p style="height: 3000px"></p><script>
        onresize = () => {
          const field = document.querySelector('input').cloneNode();
          field.value = document.querySelector('input').value;
          document.querySelector('input').replaceWith(field);
        };
      </script>`,
    },
  ],
  [
    'edited text that the page draws again',
    {
      page: `<div id=field contenteditable onblur="this.replaceWith(this.cloneNode(true))"></div>`,
    },
  ],
  [
    'a field that shows the text in another form',
    { page: `<input id=field oninput="shown.value = value.toUpperCase() + '!'"><input id=shown>` },
  ],
  [
    'a field that the next page fills in',
    {
      page: '<form action=/sent><input id=field name=sent onchange="form.submit()"></form>',
    },
  ],
  [
    'a field in a frame of another site',
    {
      page: '<iframe></iframe><script>document.querySelector("iframe").src = location.origin.replace("127.0.0.1", "localhost") + "/frame"</script>',
      command: 'frame_locator("iframe").locator("#field")',
    },
  ],
];

test.each(pages)('leaves %s blank in every picture', async (_name, pictured) => {
  const first = await picturesOf(pictured, { secret: 'first secret' });
  const second = await picturesOf(pictured, { secret: 'the other' });
  const shown = await picturesOf(pictured, { plain: 'first secret' });

  expect(first).toHaveLength(3);
  expect(first.map(hash)).toEqual(second.map(hash));
  expect(shown.map(hash)).not.toEqual(first.map(hash));
});

/** The screenshot after a step that types the text and thereby begins a view transition. */
async function transitionAfter(page: string, text: { secret: string } | { plain: string }) {
  const isSecret = 'secret' in text;
  const { options } = withSecrets({ password: [{ value: isSecret ? text.secret : '' }] });
  const input = interact('input_text', {
    command: 'locator("#field")',
    input_text: isSecret ? '{password[0]}' : text.plain,
  });
  const run = await stage.run(`${style}${slowly}${page}`, [input, picture], options);
  return run.result.screenshots.map(({ content }) => hash(content));
}

test.each([
  ['removed', '<input id=field oninput="document.startViewTransition(() => this.remove())">'],
  ['on the last page', `<input id=field oninput="location = '/gone'">`],
])('hides the picture of a field that is %s in a view transition', async (_name, page) => {
  const first = await transitionAfter(page, { secret: 'first secret' });
  expect(first).toHaveLength(1);
  expect(await transitionAfter(page, { secret: 'the other' })).toEqual(first);
  expect(await transitionAfter(page, { plain: 'first secret' })).toEqual(first);
});

test('leaves boxes blank over which the page spreads a code', async () => {
  const box = '<input style="width: 30px" onchange="spread(this)">';
  const page = `${box.replace('input', 'input id=field')}${box.repeat(5)}<script>
    const spread = ({ value }) => [...document.querySelectorAll('input')]
      .forEach((input, at) => { input.value = value[at]; });
  </script>`;
  const first = await picturesOf({ page }, { secret: '836152' });

  expect(first).toHaveLength(3);
  expect((await picturesOf({ page }, { secret: '294720' })).map(hash)).toEqual(first.map(hash));
  expect((await picturesOf({ page }, { plain: '836152' })).map(hash)).not.toEqual(first.map(hash));
});

/** Returns the screenshots taken after each step, except the first, which may show the focus. */
async function stripOf(secret: string) {
  const { options } = withSecrets({ password: [{ value: secret }] });
  const input = interact('input_text', {
    command: 'locator("#field")',
    input_text: '{password[0]}',
  });
  const strip: Promise<Uint8Array | undefined>[] = [];
  const run = await stage.run(
    `${style}<input id=field>`,
    [input, blur, picture, picture, picture],
    {
      ...options,
      dependencies: {
        ...options.dependencies,
        onStepDone: ({ capture }) => void strip.push(capture()),
      },
    },
  );
  const [, ...blank] = await Promise.all(strip);
  return { run, blank: blank.map((image) => image && hash(image)) };
}

test('leaves the field blank in simultaneous pictures and in the one after each step', async () => {
  const { run, blank } = await stripOf('first secret');
  const images = contentsOf(run).map(hash);
  const alone = await picturesOf({ page: '<input id=field>' }, { secret: 'another one' });
  expect(new Set(images)).toEqual(new Set([hash(alone[0] ?? new Uint8Array())]));
  expect(blank).toEqual(Array(4).fill(expect.any(String)));
  expect((await stripOf('the other')).blank).toEqual(blank);
  expect(await run.read('field.getAnimations().length')).toBe(0);
});

test('leaves the field blank in a printed page', async () => {
  const first = await pdfOf('first secret');
  expect(await pdfOf('the other one')).toBe(first);
  expect(await pdfOf('', 'first secret')).not.toBe(first);
});

test('restores the field and leaves no trace of the mask in the page', async () => {
  const { options } = withSecrets({ password: [{ value: 'first secret' }] });
  const page = `<style>* { opacity: 0.9 !important }</style><input id=field style="color: red">
    <script>
      globalThis.seen = [];
      new MutationObserver((records) => seen.push(...records)).observe(document, { subtree: true, attributes: true, childList: true });
    </script>`;
  const input = interact('input_text', {
    command: 'locator("#field")',
    input_text: '{password[0]}',
  });
  const run = await stage.run(page, [input, picture], options);

  expect(await run.read('field.getAnimations().length')).toBe(0);
  expect(await run.read('field.getAttribute("style").trim()')).toMatch(/^color: red;?$/);
  expect(await run.read('getComputedStyle(field).opacity')).toBe('0.9');
  expect(await run.read('field.value')).toBe('first secret');
  expect(await run.read('"errandLibrary" in globalThis')).toBe(false);
});

/** The pixels of an image, encoded. Chromium adds its colour profile to some JPEGs of one run. */
function hash(image: Uint8Array): string {
  return Buffer.from(withoutColourProfile(image)).toString('base64');
}

function withoutColourProfile(image: Uint8Array): Uint8Array {
  const bytes = Buffer.from(image);
  const isJpeg = bytes.readUInt16BE(0) === 0xffd8;
  // An APP2 segment after the APP0 segment of JFIF.
  const at = isJpeg ? 4 + bytes.readUInt16BE(4) : 0;
  if (at === 0 || bytes.readUInt16BE(at) !== 0xffe2) return bytes;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
}

test('leaves blank any field that contains a one-time code from a message', async () => {
  const first = await picturesWith('111111');
  expect(first).toHaveLength(2);
  expect(await picturesWith('848484')).toEqual(first);
});

/** The images of a run that types the code in two ways. */
async function picturesWith(code: string): Promise<readonly string[]> {
  const text = `Your code is ${code}`;
  const messages = [{ messageId: text, text, receivedAt: new Date() }];
  const run = await stage.run(
    `${style}<input id=field><input id=other>`,
    [
      fetchCode,
      interact('input_text', { command: 'locator("#field")', input_text: '{otp[0]}' }),
      interact('click_element', { command: 'locator("#other")' }),
      interact('input_text', { input_text: 'C-{otp[0]}', fill_or_type: 'key_press' }),
      blur,
      picture,
      failing,
    ],
    { dependencies: { messages: { read: () => Promise.resolve(messages) } } },
  );
  expect(await run.read('[field.value, other.value]')).toEqual([code, `C-${code}`]);
  return contentsOf(run).map(hash);
}

async function pdfOf(value: string, text = '{password[0]}'): Promise<string> {
  const { options } = withSecrets({ password: [{ value }] });
  const nodes = [
    interact('input_text', { command: 'locator("#field")', input_text: text }),
    interact('download_url_as_pdf', { download_filename: 'page.pdf' }),
  ];
  const page = `<title>page</title>${style}<input id=field>`;
  const { result } = await stage.run(page, nodes, options);
  const content = await readFile(result.downloads[0]?.path ?? '', 'latin1');
  return content.replaceAll(/\/(CreationDate|ModDate) \([^)]*\)/g, '');
}

import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  failureOf,
  type FinishedRun,
  interact,
  openStage,
  type Stage,
} from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';
import { lockPdf } from '../test/lock-pdf.ts';
import { compressed, hexText, writePdf } from '../test/write-pdf.ts';

const SECRET = 'tulip-4711-battery';
const files: Record<string, Uint8Array> = {
  'plain.pdf': writePdf({}),
  'text.pdf': writePdf({ text: `Password ${SECRET}` }),
  'title.pdf': writePdf({ info: `/Title (Account \\(${SECRET}\\))` }),
  'utf16.pdf': writePdf({ info: `/Author ${hexText(`by ${SECRET}`)}` }),
  'xmp.pdf': writePdf({
    catalog: '/Metadata 4 0 R',
    objects: [compressed('/Type/Metadata/Subtype/XML', `<dc:title>${SECRET}</dc:title>`)],
  }),
  'link.pdf': writePdf({
    page: '/Annots[4 0 R]',
    objects: [
      `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://portal.example/?p=${SECRET})>>>>`,
    ],
  }),
  'octal.pdf': writePdf({
    page: '/Annots[4 0 R]',
    objects: [
      `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(${Array.from(SECRET)
        .map((sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
        .join('')})>>`,
    ],
  }),
  'attached.pdf': writePdf({
    catalog: '/Names<</EmbeddedFiles<</Names[(a.txt)4 0 R]>>>>',
    objects: [
      '<</Type/Filespec/F(a.txt)/EF<</F 5 0 R>>>>',
      compressed('/Type/EmbeddedFile', `login ann, ${SECRET}`),
    ],
  }),
  'left-over.pdf': writePdf({ objects: [compressed('', `BT (${SECRET}) Tj ET`)] }),
  'not-to-print.pdf': writePdf({ text: `Password ${SECRET}`, lock: lockPdf('') }),
  'locked.pdf': writePdf({ text: `Password ${SECRET}`, lock: lockPdf('for the client') }),
  'locked-title.pdf': writePdf({
    catalog: '/Metadata 4 0 R',
    objects: [compressed('/Type/Metadata/Subtype/XML', `<dc:title>${SECRET}</dc:title>`)],
    lock: lockPdf('for the client'),
  }),
  'damaged.pdf': Buffer.from('%PDF-1.7\nnothing of the kind'),
  'damaged-secret.pdf': Buffer.from(`%PDF-1.7\n(${SECRET})`),
};

const resources = new AsyncDisposableStack();
let stage: Stage;
beforeAll(async () => {
  const browser: TestBrowser = resources.use(await openBrowser());
  stage = resources.use(
    await openStage(browser, (request, response) => {
      const name = request.url?.slice(1) ?? '';
      const type = name.endsWith('.pdf') ? 'application/octet-stream' : 'text/html';
      response.writeHead(200, { 'content-type': type });
      response.end(files[name] ?? '<p>a page</p>');
    }),
  );
});
afterAll(async () => resources[Symbol.asyncDispose]());

const page = (content: string) => `<title>Account</title><input id=field>${content}`;
const type = interact('input_text', {
  command: 'locator("#field")',
  input_text: '{password[0]}',
});
const fetchFile = (name: string) =>
  interact('click_element', {
    command: 'locator("a")',
    expect_download: true,
    download_filename: name,
  });
const linkTo = (name: string) => page(`<a href="/${name}" download>file</a>`);

function run(content: string, nodes: readonly object[]): Promise<FinishedRun> {
  const { options } = withSecrets({ password: [{ value: SECRET }] });
  return stage.run(content, nodes, options);
}

/** The only file of a run as it was stored, and the names in its folder. */
async function fileOf({ result }: FinishedRun) {
  const [file, ...others] = result.downloads;
  expect(others).toEqual([]);
  if (!file) throw new Error('The run has no file.');
  const content = await readFile(file.path);
  expect(content.byteLength).toBe(file.size);
  return { ...file, content, folder: await readdir(dirname(file.path)) };
}

describe('a PDF from another program', () => {
  const withSecret = Object.keys(files).filter((name) => !/^(?:plain|damaged|locked)\./.test(name));

  test.each(withSecret)('%s is replaced with its text, without the secret', async (name) => {
    const finished = await run(linkTo(name), [type, fetchFile(name)]);
    expect(failureOf(finished)).toBe('success');
    const { filename, contentType, content, folder } = await fileOf(finished);
    expect({ filename, contentType, folder }).toEqual({
      filename: name.replace('.pdf', '.withheld.txt'),
      contentType: 'text/plain',
      folder: [filename],
    });
    const text = content.toString();
    expect(text).toMatch(/^The PDF is withheld because it contains a secret of the task\./);
    expect(text).not.toContain(SECRET.slice(0, 9));
    expect(text).toMatch(
      /^(?:damaged|locked)/.test(name) ? /\n\n\n$/ : /\n\n(?:Invoice|Password \[redacted\])\n$/,
    );
  });

  test('stays unchanged when it contains no secret, none was revealed, or a password locks it', async () => {
    for (const [name, nodes] of [
      ['plain.pdf', [type, fetchFile('plain.pdf')]],
      ['text.pdf', [fetchFile('text.pdf')]],
      ['damaged.pdf', [fetchFile('damaged.pdf')]],
      // Unreadable without its password, which the task does not know.
      ['locked.pdf', [type, fetchFile('locked.pdf')]],
    ] as const) {
      const { filename, content } = await fileOf(await run(linkTo(name), nodes));
      expect({ filename, isSame: content.equals(files[name] ?? Buffer.alloc(0)) }).toEqual({
        filename: name,
        isSame: true,
      });
    }
  });

  test('is withheld when it cannot be searched', async () => {
    const finished = await run(linkTo('damaged.pdf'), [type, fetchFile('damaged.pdf')]);
    const { filename, content } = await fileOf(finished);
    expect(filename).toBe('damaged.withheld.txt');
    expect(content.toString()).toBe(
      'The PDF is withheld because it cannot be searched for secrets of the task: it is damaged.\n',
    );
  });
});

test('a stopped run drops its PDFs, and its checkpoints do not count them', async () => {
  const stopper = new AbortController();
  const { options } = withSecrets({ password: [{ value: SECRET }] });
  const nodes = [type, fetchFile('plain.pdf'), { human_in_loop_action: { max_wait_time: 60 } }];
  const humanInTheLoop = {
    async waitForResume() {
      stopper.abort(new Error('The time is up.'));
      return undefined;
    },
  };
  const dependencies = { ...options.dependencies, humanInTheLoop, signal: stopper.signal };
  const { result } = await stage.run(linkTo('plain.pdf'), nodes, { ...options, dependencies });
  expect(result).toMatchObject({
    status: 'aborted',
    downloads: [],
    checkpoints: [{ nodePath: 'nodes[2]', fileCount: 0 }],
  });
});

describe('a page that Chromium prints', () => {
  const print = interact('download_url_as_pdf', { download_filename: 'page.pdf' });

  test.each([
    ['in its text', `<p>You typed ${SECRET}</p>`],
    ['broken into lines', `<p style="width:5em;overflow-wrap:anywhere">${SECRET}</p>`],
    ['in a link', `<a href="https://portal.example/?p=${SECRET}">open</a>`],
    ['in its title', `<script>document.title = '${SECRET}'</script>`],
    ['in an alternative text', `<img alt="${SECRET}" width=50 height=50>`],
  ])('is replaced with its text with the secret %s', async (_place, content) => {
    const finished = await run(page(content), [type, print]);
    expect(failureOf(finished)).toBe('success');
    const { filename, content: left } = await fileOf(finished);
    expect(filename).toBe('page.withheld.txt');
    expect(left.toString().replaceAll(/\s/g, '')).not.toContain(SECRET.slice(0, 9));
  });

  test('stays a PDF when the secret is only in its field', async () => {
    const { filename, content } = await fileOf(await run(page('<p>hello</p>'), [type, print]));
    expect(filename).toBe('page.pdf');
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

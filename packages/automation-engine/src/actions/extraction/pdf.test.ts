import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { openModels } from '../../test/open-models.ts';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';
import { withSecrets } from '../../test/secret-stage.ts';

let browser: TestBrowser;
let stage: Stage;
let invoice: Uint8Array;
beforeAll(async () => {
  browser = await openBrowser();
  invoice = await printPdf('<p>Invoice 2026-7</p><p style="break-before:page">Total 12,50 €</p>');
  const account = await printPdf(
    '<p>Account 4711</p><p>Password: p&amp;ss horse</p><p style="width:4em;overflow-wrap:anywhere">long-secret-4711-battery</p>',
  );
  const picture = await printPdf('<svg width=50 height=50><circle r=20 /></svg>');
  stage = await openStage(browser, (request, response) => {
    const bodies: Record<string, Uint8Array | string> = {
      '/invoice.pdf': invoice,
      '/picture.pdf': picture,
      '/account.pdf': account,
      '/broken.pdf': 'no PDF at all',
    };
    response.writeHead(200, { 'content-disposition': 'attachment' });
    response.end(bodies[request.url ?? '']);
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function printPdf(html: string): Promise<Uint8Array> {
  const page = await browser.browser.newPage();
  await page.setContent(html);
  const pdf = await page.pdf();
  await page.close();
  return pdf;
}

const download = (name: string) =>
  interact('click_element', { command: `get_by_text("${name}", exact=True)` });
const links = ['invoice.pdf', 'picture.pdf', 'broken.pdf', 'account.pdf']
  .map((name) => `<a href="/${name}">${name}</a>`)
  .join(' ');
const read = (filename: string, group: object = {}) => ({
  extraction_action: {
    pdf: { filename, extraction_format: { total: 'float' }, extraction_instructions: 'The total' },
    ...group,
  },
  before_sleep_time: 0,
});

// proves field: extraction_action.pdf.filename; extraction_action.unique_identifier
test('outputs the text of the named file but fails when there is no model', async () => {
  const run = await stage.run(
    links,
    [
      { ...download('invoice.pdf'), end_sleep_time: 1 },
      { ...download('picture.pdf'), end_sleep_time: 1 },
      read('{kind[0]}', { allow_none: true }),
      read('invoice', { unique_identifier: 'bill' }),
    ],
    { inputs: { kind: ['inv'] } },
  );
  expect(failureOf(run)).toMatch(
    /^model_unavailable: The pdf extraction needs a model, but the worker has none: configure an API key/,
  );
  const text = expect.stringMatching(/^Invoice 2026-7\s+Total 12,50 €$/);
  expect(run.result.outputData).toEqual([
    { unique_identifier: 'invoice.pdf', text },
    { unique_identifier: 'bill', text },
  ]);
  expect(run.result.downloads).toHaveLength(2);
});

// proves field: extraction_action.pdf.extraction_format
// proves field: extraction_action.pdf.extraction_instructions
// proves field: extraction_action.pdf.llm_provider; extraction_action.pdf.llm_model_name
test('lets a model extract the fields from the file', async () => {
  await using asked = await openModels();
  asked.server.script('pdf', { json: { total: '12.50' } });
  const pdf = {
    filename: 'invoice',
    extraction_format: { total: 'float' },
    extraction_instructions: 'The {what[0]} of the invoice',
    llm_provider: 'openai',
    llm_model_name: 'gpt-4.1',
  };
  const nodes = [
    { ...download('invoice.pdf'), end_sleep_time: 1 },
    { extraction_action: { pdf }, before_sleep_time: 0 },
  ];
  const inputs = { what: ['total'] };
  const run = await stage.run(links, nodes, { inputs, dependencies: asked.dependencies });
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([
    { unique_identifier: 'invoice.pdf', json_data: { total: 12.5 } },
  ]);
  const [request] = asked.server.requests;
  expect(request).toMatchObject({ format: 'openai-responses', model: 'gpt-4.1' });
  expect(request?.instructions).toContain('The total of the invoice');
  expect(request?.pdfs[0]?.content).toEqual(Buffer.from(invoice));
});

test('fails when the model finds nothing in the file', async () => {
  await using asked = await openModels();
  asked.server.always('pdf', { json: { total: null } });
  const nodes = [{ ...download('invoice.pdf'), end_sleep_time: 1 }, read('invoice')];
  const run = await stage.run(links, nodes, { dependencies: asked.dependencies });
  expect(failureOf(run)).toBe(
    'extraction_empty: The model found none of the fields of extraction_format. Set allow_none to accept that.',
  );
  const limits = { maxPdfBytes: 1000 };
  const small = { dependencies: { ...asked.dependencies, limits } };
  expect(failureOf(await stage.run(links, nodes, small))).toMatch(
    /^file_unreadable: .* it has \d+ bytes, but at most 1000 are read\.$/,
  );
});

test('uses the only file, whatever its name', async () => {
  const run = await stage.run(links, [
    interact('click_element', {
      command: 'get_by_text("invoice.pdf")',
      expect_download: true,
      download_filename: 'bill.pdf',
    }),
    read('other'),
  ]);
  expect(run.result.outputData).toMatchObject([{ unique_identifier: 'bill.pdf' }]);
});

test('fails when the named file is missing and lists the available ones', async () => {
  const none = await stage.run(links, [read('invoice')]);
  expect(failureOf(none)).toBe(
    'file_missing: The run has no file "invoice". It has: no files yet.',
  );
});

test.each([
  [{ maxPdfPages: 1 }, 'it has 2 pages, but at most 1 are read'],
  [{ maxPdfBytes: 1000 }, /it has \d+ bytes, but at most 1000 are read/],
  [{ pdfTextMs: 1 }, 'reading it takes longer than 0.001 s'],
])('rejects a file over the limit %j', async (limits, reason) => {
  const nodes = [{ ...download('invoice.pdf'), end_sleep_time: 1 }, read('invoice')];
  const run = await stage.run(links, nodes, { dependencies: { limits } });
  expect(failureOf(run)).toMatch(reason);
  expect(failureOf(run)).toMatch(/^file_unreadable: The text of "invoice\.pdf" cannot be read:/);
  expect(run.result).toMatchObject({ error: { retry: 'never' } });
});

// proves field: extraction_action.allow_none
test('returns empty text for an image-only file when allow_none is true', async () => {
  const nodes = [{ ...download('picture.pdf'), end_sleep_time: 1 }];
  const run = await stage.run(links, [...nodes, read('picture.pdf', { allow_none: true })]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([{ unique_identifier: 'picture.pdf', text: '' }]);
});

test.each([
  ['picture.pdf', 'it has no text, only pictures'],
  ['broken.pdf', 'Invalid PDF structure'],
])('fails when %s has no text to read', async (name, reason) => {
  const run = await stage.run(links, [{ ...download(name), end_sleep_time: 1 }, read(name)]);
  expect(failureOf(run)).toMatch(
    `file_unreadable: The text of "${name}" cannot be read: ${reason}`,
  );
});

const typed = (...values: string[]) => {
  const { options } = withSecrets({ password: values.map((value) => ({ value })) });
  const nodes = values.map((_value, at) =>
    interact('input_text', { command: 'locator("input")', input_text: `{password[${at}]}` }),
  );
  return { options, nodes };
};

test.each([
  [['p&ss horse'], 'Password: [redacted]'],
  [['long-secret-4711-battery'], 'horse[redacted]'],
  [['p&ss horse', 'long-secret-4711-battery'], 'Password: [redacted][redacted]'],
])(
  'sends a model the redacted text of a file that contains the secrets %j',
  async (values, text) => {
    await using asked = await openModels();
    asked.server.script('pdf', { json: { total: 1 } });
    const { options, nodes } = typed(...values);
    const dependencies = { ...options.dependencies, ...asked.dependencies };
    const run = await stage.run(
      `<input>${links}`,
      [...nodes, { ...download('account.pdf'), end_sleep_time: 1 }, read('account')],
      { ...options, dependencies },
    );
    expect(failureOf(run)).toBe('success');
    const [request] = asked.server.requests;
    expect(request?.pdfs).toEqual([]);
    expect(request?.texts.join()).toContain(text);
    expect(request?.texts.join()).toContain('Account 4711');
    const body = JSON.stringify(request?.body);
    for (const value of values) expect(body).not.toContain(value);
    expect(body).not.toContain('-4711-');
  },
);

test('sends a model the file itself only when it is searchable and without secrets', async () => {
  await using asked = await openModels();
  asked.server.always('pdf', { json: { total: 1 } });
  const { options, nodes } = typed('p&ss horse');
  const dependencies = { ...options.dependencies, ...asked.dependencies };
  const run = (name: string) =>
    stage.run(
      `<input>${links}`,
      [...nodes, { ...download(`${name}.pdf`), end_sleep_time: 1 }, read(name)],
      {
        ...options,
        dependencies,
      },
    );
  expect(failureOf(await run('invoice'))).toBe('success');
  expect(asked.server.requests.map(({ pdfs }) => pdfs.length)).toEqual([1]);
  expect(failureOf(await run('broken'))).toMatch(/^file_unreadable: /);
  expect(asked.server.requests).toHaveLength(1);
});

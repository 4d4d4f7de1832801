import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { HumanEvent } from '../capabilities/human/human-in-the-loop.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import { openModels } from '../test/open-models.ts';
import {
  failureOf,
  type FinishedRun,
  interact,
  openStage,
  type Stage,
} from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';

const value = 'canary "horse" & battery/+';
const forms = [
  value,
  encodeURIComponent(value),
  new URLSearchParams({ p: value }).toString().slice(2),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString('base64'),
];

const resources = new AsyncDisposableStack();
let stage: Stage;
let browser: TestBrowser;
beforeAll(async () => {
  browser = resources.use(await openBrowser());
  stage = resources.use(
    await openStage(browser, (request, response) => {
      if (request.url?.startsWith('/latin1')) {
        response.writeHead(200, { 'content-type': 'text/csv; charset=iso-8859-1' });
        response.end(Buffer.from(`Größe;${value}`, 'latin1'));
        return;
      }
      const disposition = request.url?.startsWith('/file')
        ? { 'content-disposition': `attachment; filename="${value.replaceAll(/["/]/g, '_')}.txt"` }
        : {};
      response.writeHead(200, { 'content-type': 'application/json', ...disposition });
      response.end(JSON.stringify({ told: value }));
    }),
  );
});
afterAll(async () => resources[Symbol.asyncDispose]());

const password = interact('input_text', {
  command: 'locator("#field")',
  input_text: '{password[0]}',
});

function runWith(page: string, nodes: readonly object[], more: Partial<RunDependencies> = {}) {
  const { options } = withSecrets({ password: [{ value }] });
  return stage.run(page, [password, ...nodes], {
    ...options,
    dependencies: { ...options.dependencies, ...more },
  });
}

/** How often any form of the secret occurs in the result and the events of the run. */
function countLeaks({ result, events }: Pick<FinishedRun, 'result' | 'events'>): number {
  const texts = JSON.stringify([result, events], (_key, part: unknown) =>
    part instanceof Uint8Array ? undefined : part,
  );
  // Also escaped as in JSON, because the searched text is JSON.
  const wanted = forms.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
  return [...new Set(wanted)].reduce((sum, form) => sum + texts.split(form).length - 1, 0);
}

const extract = (params: object) => ({
  type: 'action_node',
  end_sleep_time: 0,
  extraction_action: params,
});
const locator = (output: string, command: string) =>
  extract({
    locator: { command, extraction_format: { [output]: 'str' }, output_variable_name: output },
  });

test('control: a run that types the same text as a plain input reveals it', async () => {
  const run = await stage.run(
    '<input id=field>',
    [
      interact('input_text', { command: 'locator("#field")', input_text: '{name[0]}' }),
      locator('seen', 'locator("#field")'),
    ],
    { inputs: { name: [value] } },
  );
  expect(countLeaks(run)).toBe(1);
});

test('redacts what is read from the field and what is derived from it', async () => {
  const run = await runWith('<input id=field type=password>', [
    locator('seen', 'locator("#field")'),
    {
      type: 'action_node',
      end_sleep_time: 0,
      misc_action: { set_variable: { name: 'part', expression: 'seen[0][0:8]' } },
    },
    interact('input_text', { command: 'locator("#field")', input_text: '{part[0]}' }),
  ]);
  expect(run.result).toMatchObject({
    status: 'success',
    outputData: [{ json_data: { seen: '[redacted]' } }],
  });
  expect(await run.read('field.value')).toBe('[redacte');
  expect(countLeaks(run)).toBe(0);
});

test('redacts page state and network calls', async () => {
  const run = await runWith(
    `<input id=field><button onclick="localStorage.kept = field.value; document.title = field.value;
       fetch('/login?p=' + encodeURIComponent(field.value), { method: 'POST', body: JSON.stringify({ p: field.value }) })">Go</button>`,
    [
      interact('click_element', { command: 'get_by_role("button")' }),
      extract({
        unique_identifier: 'calls',
        network_call: { url_pattern: '/login', extract_from: 'request' },
      }),
      extract({ network_call: { url_pattern: '/login', extract_from: 'response' } }),
      extract({ state: {} }),
    ],
  );
  expect(run.result.outputData.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(run.result.outputData)).toContain('[redacted]');
  expect(countLeaks(run)).toBe(0);
});

test('redacts the evidence of a failed step, even where it is truncated', async () => {
  const run = await runWith(
    `<input id=field oninput="document.title = value; history.replaceState(0, '', '?p=' + encodeURIComponent(value));
       console.log('x'.repeat(490) + value); fetch('/seen?' + 'x'.repeat(960) + encodeURIComponent(value)); alert('is ' + value); shown.textContent = 'y'.repeat(190) + value;
       document.querySelector('select').innerHTML = '<option>other<option>' + value.replaceAll('&', '&amp;')">
     <button id=shown></button><select aria-label=choice></select>`,
    [interact('select_option', { command: 'get_by_label("choice")', select_values: ['999'] })],
  );
  const [typed, failed] = run.events;
  expect(run.result).toMatchObject({ error: { class: 'option_not_found' } });
  expect(typed?.dialogs).toEqual([{ type: 'alert', message: 'is [redacted]', action: 'accepted' }]);
  expect(failed?.errorMessage).toContain('It has: "other", "[redacted]"');
  expect(failed?.evidence?.title).toBe('[redacted]');
  expect(failed?.evidence?.pageUrl).toMatch(/\?p=\[redacted\]$/);
  expect(failed?.evidence?.consoleTail.join()).not.toContain('canary');
  const seen = failed?.evidence?.networkTail.find(({ url }) => url.includes('/seen?'));
  expect(seen).toMatchObject({
    method: 'GET',
    type: 'fetch',
    url: expect.stringMatching(/x\[redacted/),
  });
  expect(failed?.evidence?.accessibilitySnapshot).not.toContain('canary');
  expect(failed?.evidence?.accessibilitySnapshot).toContain('[redacted]');
  expect(countLeaks(run)).toBe(0);
});

test('redacts what frames show in the evidence of a failed step', async () => {
  const run = await runWith(
    `<input id=field oninput="frame.contentDocument.body.innerHTML = '<button></button>';
       frame.contentDocument.querySelector('button').textContent = 'Seen: ' + value;
       frame.contentWindow.history.replaceState(0, '', '?p=' + encodeURIComponent(value))">
     <iframe id=frame src="/frame"></iframe>`,
    [interact('click_element', { command: 'locator("#none")' })],
  );
  const snapshot = run.events.at(-1)?.evidence?.accessibilitySnapshot;
  expect(snapshot).toContain('button "Seen: [redacted]"');
  expect(snapshot).toMatch(/- frame ".*\?p=\[redacted\]"/);
  expect(countLeaks(run)).toBe(0);
});

test('redacts names and metadata of downloads and keeps their files', async () => {
  const run = await runWith(
    '<input id=field><a href="/file">Get</a><p id=echo></p><script>field.oninput = () => echo.textContent = field.value</script>',
    [
      locator('seen', 'locator("#echo")'),
      interact('click_element', {
        command: 'get_by_role("link")',
        expect_download: true,
        download_metadata: { told: '{seen[0]}' },
      }),
    ],
  );
  const [file] = run.result.downloads;
  expect(file?.metadata).toEqual({ told: '[redacted]' });
  expect((await readFile(file?.path ?? '')).byteLength).toBeGreaterThan(0);
  expect(countLeaks(run)).toBe(0);
});

test('redacts saved files of network calls in an older encoding', async () => {
  const run = await runWith(`<input id=field oninput="fetch('/latin1')">`, [
    extract({
      network_call: {
        url_pattern: '/latin1',
        download_from: 'response',
        download_filename: 'sizes.csv',
      },
    }),
  ]);
  expect(failureOf(run)).toBe('success');
  const content = await readFile(run.result.downloads[0]?.path ?? '', 'latin1');
  expect(content).toBe('Größe;[redacted]');
});

test('redacts log lines and messages to people', async () => {
  const told: unknown[] = [];
  const run = await runWith(
    `<input id=field oninput="history.replaceState(0, '', '?p=' + encodeURIComponent(value))">`,
    [{ type: 'action_node', end_sleep_time: 0, human_in_loop_action: { max_wait_time: 60 } }],
    {
      logger: { warn: (message, fields) => told.push(message, fields) },
      onHumanEvent: (event: HumanEvent) => told.push(event),
      humanInTheLoop: {
        async waitForResume(request) {
          told.push(request);
          return undefined;
        },
      },
    },
  );
  expect(run.result.status).toBe('success');
  expect(told).toHaveLength(3);
  expect(JSON.stringify(told)).toContain('[redacted]');
  expect(JSON.stringify(told)).not.toContain('canary');
});

test('redacts a numeric secret in what is read and in what is derived from it', async () => {
  const { options } = withSecrets({ password: [{ value: '493027' }] });
  const read = (name: string) =>
    extract({
      locator: {
        command: 'locator("p")',
        extraction_format: { [name]: 'int' },
        output_variable_name: name,
      },
    });
  const calls = extract({ network_call: { url_pattern: '/code', extract_from: 'request' } });
  const run = await stage.run(
    `<input id=field oninput="document.querySelector('p').textContent = value;
       fetch('/code', { method: 'POST', body: JSON.stringify({ code: Number(value) }) })"><p>`,
    [password, read('code'), calls],
    options,
  );
  expect(JSON.stringify(run.result.outputData)).toContain('[redacted]');
  expect(JSON.stringify([run.result, run.events])).not.toContain('493027');
});

test('does not reveal a secret to a model through a file name', async () => {
  await using models = await openModels();
  models.server.always('pdf', { json: { total: '1' } });
  const name = 'canary-file';
  const { options } = withSecrets({ password: [{ value: name }] });
  const run = await stage.run(
    '<input id=field>',
    [
      password,
      interact('download_url_as_pdf', { download_filename: 'canary-file.pdf' }),
      extract({
        pdf: {
          filename: 'canary',
          extraction_format: { total: 'str' },
          extraction_instructions: 'Read',
        },
      }),
    ],
    { ...options, dependencies: { ...options.dependencies, ...models.dependencies } },
  );
  expect(failureOf(run)).toBe('success');
  expect(models.server.requests).toHaveLength(1);
  expect(JSON.stringify(models.server.requests.map(({ body }) => body))).not.toContain(name);
});

test('redacts a loop over values that the page echoes', async () => {
  const run = await runWith(
    '<input id=field><p></p><script>field.oninput = () => document.querySelector("p").textContent = field.value</script>',
    [
      locator('seen', 'locator("p")'),
      { type: 'for_loop_node', variable_name: 'seen', nodes: [locator('again', 'locator("p")')] },
    ],
  );
  expect(run.result.forLoopStatus).toMatchObject([[{ value: '[redacted]', status: 'success' }]]);
  expect(countLeaks(run)).toBe(0);
});

test('redacts a partly typed secret that the page reveals, from half its length on', async () => {
  const { options } = withSecrets({ password: [{ value }] });
  const typed = { command: 'locator("#field")', input_text: '{password[0]}', fill_or_type: 'type' };
  const run = await stage.run(
    '<input id=field oninput="console.log(value, btoa(value))">',
    [interact('input_text', typed), interact('click_element', { command: 'locator("#missing")' })],
    options,
  );
  const told = run.events.at(-1)?.evidence?.consoleTail.join('\n') ?? '';
  expect(told).toContain('[redacted]');
  expect(told).not.toContain(value.slice(0, value.length / 2));
  expect(told).not.toContain(btoa(value.slice(0, value.length / 2)).replaceAll('=', ''));
});

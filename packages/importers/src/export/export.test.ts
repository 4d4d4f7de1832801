import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from '@puppeteer/replay';
import {
  exportPlaywrightPython,
  exportPuppeteerReplay,
  importAny,
  importDevToolsRecording,
  importPlaywright,
} from '../index.ts';
import { stepsOf } from './test/read-replay.ts';

const interact = (kind: string, fields: object, more: object = {}) => ({
  interaction_action: { [kind]: fields },
  ...more,
});
const automation = {
  url: 'https://portal.example/{region[0]}',
  parameters: {
    input_parameters: { region: ['north'], orders: ['1', '2'] },
    generated_parameters: { count: [] },
    secure_parameters: { password: [] },
  },
  browser_settings: { viewport: { width: 800, height: 600 } },
  nodes: [
    interact('click_element', { command: 'get_by_role("button", name="{region[0]}")' }),
    interact('input_text', { command: 'locator("#p")', input_text: '{password[0]}' }),
    interact('click_element', { command: 'get_by_text("Open")' }, { expect_new_tab: true }),
    interact('click_element', { command: 'locator("#csv")', expect_download: true }),
    interact('key_press', { type: ['ctrl', 'a'] }),
    interact('click_element', { prompt_instructions: 'the red one' }),
    {
      variable_name: 'orders',
      nodes: [interact('click_element', { command: 'get_by_text("{orders[index]}")' })],
    },
    {
      locator: 'locator("tr")',
      nodes: [interact('hover', { command: '{locator[index]}.get_by_text("a")' })],
    },
    {
      condition: 'count[0] > 1 and region[0] == "north"',
      if_nodes: [{ sleep_action: { sleep_time: 1 } }],
    },
    { misc_action: { set_variable: { name: 'count', expression: 'len(orders)' } } },
    { assertion_action: { expect: { assertion: 'to_have_title', expected: 'x', match: 'regex' } } },
  ],
};

/** Runs Python. Fails for text that is not Python; returns what it prints. */
function python(script: string, ...options: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'errand-export-'));
  try {
    writeFileSync(join(directory, 'script.py'), script);
    return execFileSync('python3', [...options, join(directory, 'script.py')], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const compile = (script: string): string => python(script, '-m', 'py_compile');

function exportNodes(...nodes: object[]) {
  return exportPlaywrightPython({ ...automation, nodes });
}

test('writes Python that compiles, with a comment for what it leaves out', () => {
  const { text, report } = exportPlaywrightPython(automation);
  compile(text);
  for (const line of [
    'page.goto(bind("https://portal.example/{region[0]}"))',
    'page.get_by_role("button", name=bind("{region[0]}")).click()',
    'with page.expect_popup() as popup_info:',
    'page.keyboard.press("Control+a")',
    '# Not exported: nodes[5] (click_element).',
    'for loops["index"] in range(len(values["orders"])):',
    'current["index"].get_by_text("a").hover()',
    'if values["count"][0] > 1 and values["region"][0] == "north":',
    'values["count"] = [len(values["orders"])]',
    'expect(page).to_have_title(re.compile("x"), timeout=5000)',
  ]) {
    expect(text).toContain(line);
  }
  expect(report.map(({ path }) => path)).toHaveLength(14);
  expect(report.filter(({ outcome }) => outcome === 'skipped').map(({ path }) => path)).toEqual([
    'nodes[5]',
  ]);
});

test('binds the indices of loops, and keeps braces that are not placeholders', () => {
  const step = interact('input_text', {
    command: 'locator("tr").nth({row}).get_by_text("{index_of(orders)}")',
    input_text: 'Row {row} of {other}',
  });
  const { text } = exportNodes({
    variable_name: 'orders',
    index_variable_name: 'row',
    nodes: [step, { condition: '{row} > 0', if_nodes: [step] }],
  });
  const locator =
    'page.locator("tr").nth(int(bind("{row}"))).get_by_text(bind("{index_of(orders)}"))';
  expect(text).toContain(`${locator}.fill(bind("Row {row} of {other}"))`);
  expect(text).toContain('if value_of("{row}") > 0:');
  expect(text).toContain('positions["orders"] = loops["row"]');
  const [head = ''] = text.split('def run(');
  const values = 'bind("Row {row} of {other}, {orders[row]}, {index_of(orders)}, \\d{2}")';
  const asked = `loops["row"] = positions["orders"] = 1\nprint(${values}, value_of("{row}") > 0)`;
  expect(python(`${head.replace(/^from playwright.*$/m, '')}\n${asked}`)).toBe(
    'Row 1 of {other}, 2, 1, \\d{2} True\n',
  );
});

test('waits for the matches of a loop, and resets only between iterations', () => {
  const { text, report } = exportNodes(
    {
      locator: 'locator("tr")',
      locator_timeout: 2,
      max_iterations: 3,
      nodes: [interact('hover', { command: '{locator[index]}' })],
      reset_nodes: [interact('go_back', {})],
    },
    { misc_action: { count_locator: { locator: 'locator("td")', name: 'count' } } },
    { variable_name: 'orders', nodes: [{ variable_name: 'orders', nodes: [] }] },
  );
  compile(text);
  for (const line of [
    'totals["index"] = min(3, count_of(page.locator("tr"), timeout=2000))',
    'for loops["index"] in range(totals["index"]):',
    'if loops["index"] < totals["index"] - 1:\n            page.go_back()',
    'values["count"] = [count_of(page.locator("td"), timeout=5000)]',
  ]) {
    expect(text).toContain(line);
  }
  expect(report.filter(({ outcome }) => outcome !== 'mapped')).toMatchObject([
    { path: 'nodes[2].nodes[0]', why: expect.stringContaining('the same index name') },
  ]);
});

test('answers each dialog once, as Errand does, in every tab', () => {
  const dialog = { accept: false };
  const nodes = [interact('click_element', { command: 'locator("#a")' }, { dialog })];
  const { text, report } = exportPlaywrightPython({
    ...automation,
    dialog: { accept: true, text: 'for {region[0]}' },
    nodes,
  });
  compile(text);
  for (const line of [
    'answers = [lambda dialog: accept(dialog)]',
    'context.on("dialog", lambda dialog: answers[-1](dialog))',
    'answers.append(lambda dialog: accept(dialog, bind("for {region[0]}")))',
    'with answering(lambda dialog: dialog.dismiss()):\n        page.locator("#a").click()',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('page.on("dialog"');
  expect(report).toMatchObject([{ outcome: 'approximated' }]);
});

test('writes a recording that @puppeteer/replay reads', () => {
  const { text, report } = exportPuppeteerReplay(automation, 'Orders');
  const flow = parse(JSON.parse(text));
  expect(flow.title).toBe('Orders');
  const steps = stepsOf(text);
  expect(steps[1]).toMatchObject({ type: 'navigate', url: 'https://portal.example/north' });
  expect(steps[2]).toMatchObject({ selectors: [['aria/north[role="button"]']] });
  const skipped = report.filter(({ outcome }) => outcome === 'skipped').map(({ path }) => path);
  // Those after the second are in a tab whose address is not stated.
  expect(skipped).toEqual([
    'nodes[1]',
    'nodes[3]',
    'nodes[4]',
    'nodes[5]',
    'nodes[6]',
    'nodes[6].nodes[0]',
    'nodes[7]',
    'nodes[7].nodes[0]',
    'nodes[8]',
    'nodes[8].if_nodes[0]',
    'nodes[9]',
    'nodes[10]',
  ]);
});

test('reports selectors and options that match other elements in the format', () => {
  const { text, report } = exportPuppeteerReplay({
    ...automation,
    nodes: [
      interact('click_element', { command: 'get_by_text("Open", exact=True)' }),
      interact('click_element', { command: 'get_by_role("button", name="Save").first' }),
      interact('click_element', { command: 'get_by_label("City", exact=True)' }),
      interact('select_option', { command: 'locator("#a")', select_values: ['Austria'] }),
      interact('select_option', { command: 'locator("#a")', select_values: ['value=at'] }),
    ],
  });
  expect(stepsOf(text).slice(2)).toMatchObject([
    { type: 'click', selectors: [['aria/Save[role="button"]']] },
    { type: 'click', selectors: [['aria/City']] },
    { type: 'hover' },
    { type: 'waitForExpression', expression: expect.stringContaining('["Austria"]') },
    { type: 'change', value: 'at' },
  ]);
  expect(report).toMatchObject([
    { outcome: 'skipped' },
    { outcome: 'approximated', why: expect.stringMatching(/whole text has to match.*first match/) },
    { outcome: 'mapped' },
    { outcome: 'approximated', why: expect.stringMatching(/under the pointer/) },
    { outcome: 'mapped' },
  ]);
});

test('exports how long a click holds the button', () => {
  const click = { command: 'locator("#a")', hold_seconds: 1.5 };
  const { text } = exportPuppeteerReplay({
    ...automation,
    nodes: [{ interaction_action: { click_element: click } }],
  });
  expect(stepsOf(text).at(-1)).toMatchObject({ type: 'click', duration: 1500 });
});

test('exports what was imported', () => {
  const directory = join(import.meta.dirname, '../../samples');
  const names = ['playwright-codegen.py', 'selenium-ide.side', 'workflow.automa.json'];
  for (const name of names) {
    const [recording] =
      importAny(readFileSync(join(directory, name), 'utf8'), name)?.recordings ?? [];
    compile(exportPlaywrightPython(recording?.automation).text);
  }
  const flow = readFileSync(join(directory, 'devtools-recorder.json'), 'utf8');
  const [before] = importDevToolsRecording(flow).recordings;
  const again = exportPlaywrightPython(before?.automation).text;
  const [after] = importPlaywright(again).recordings;
  expect(after?.automation.url).toBe('http://site.example/login');
  expect(after?.report.some(({ step }) => step.includes('locator("#email").click()'))).toBe(true);
});

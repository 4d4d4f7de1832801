import { expect, test } from '@jest/globals';
import { importSeleniumIde } from './import-selenium-ide.ts';

type Command = readonly [command: string, target?: string, value?: string, more?: object];

/** Imports a recording of these commands, after the start page is opened. */
function importCommands(commands: readonly Command[], others: readonly object[] = []) {
  const all: readonly Command[] = [['open', '/start'], ...commands];
  const toJson = ([command, target = '', value = '', more]: Command) => ({
    command,
    target,
    value,
    targets: [],
    ...more,
  });
  const tests = [{ name: 'main', commands: all.map(toJson) }, ...others];
  const text = JSON.stringify({ url: 'https://portal.example', tests });
  const [recording] = importSeleniumIde(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report, warnings } = recording;
  return { automation, nodes: automation.nodes, report: report.slice(1), warnings };
}

const outcomes = (report: readonly { readonly outcome: string }[]) =>
  report.map(({ outcome }) => outcome);

test('reads every kind of locator, and uses the first match of each', () => {
  const { nodes, report } = importCommands([
    ['click', 'id=save'],
    [
      'click',
      'name=q',
      '',
      {
        targets: [
          ['css=.q', 'css'],
          ['xpath=//input', 'xpath'],
        ],
      },
    ],
    ['click', 'linkText=Orders'],
    ['click', '//td[2]'],
  ]);
  const commands = nodes.map((node) => JSON.stringify(node));
  expect(commands[0]).toContain(JSON.stringify('locator("[id=\\"save\\"]")'));
  expect(commands[2]).toContain(
    JSON.stringify('get_by_role("link", name="Orders", exact=True).first'),
  );
  expect(commands[3]).toContain(JSON.stringify('locator("xpath=//td[2]").first'));
  expect(report[1]?.candidates).toHaveLength(3);
});

test('imports branches and loops, and evaluates other conditions in the page', () => {
  const { nodes, report } = importCommands([
    ['store', '5', 'n'],
    ['if', '${n} > 3'],
    ['click', 'id=a'],
    ['elseIf', '"${n}" === "x"'],
    ['click', 'id=b'],
    ['else'],
    ['click', 'id=c'],
    ['end'],
    ['times', '3'],
    ['click', 'id=d'],
    ['end'],
    ['while', 'document.title !== "x"'],
    ['click', 'id=e'],
    ['end'],
  ]);
  expect(outcomes(report).filter((one) => one === 'skipped')).toEqual([]);
  expect(nodes[1]).toMatchObject({
    condition: 'float({n[0]}) > 3',
    if_nodes: [{}],
    else_nodes: [{ condition: 'str({n[0]}) == "x"', if_nodes: [{}], else_nodes: [{}] }],
  });
  expect(nodes[3]).toMatchObject({ condition: 'times_1[0] < 3', nodes: [{}, {}] });
  expect(nodes[5]).toMatchObject({ type: 'while_loop_node', condition: 'condition[0]' });
});

test('keeps quoted strings in a condition unchanged', () => {
  const conditions = [
    ['"${n}" === "Welcome!"', 'str({n[0]}) == "Welcome!"'],
    [`"\${n}" !== 'A && B' && true`, `str({n[0]}) != 'A && B' and True`],
    [`"\${n}" == "it's true || false"`, `str({n[0]}) == "it's true || false"`],
  ];
  for (const [source = '', condition] of conditions) {
    const { nodes } = importCommands([['store', '5', 'n'], ['if', source], ['end']]);
    expect(nodes[1]).toMatchObject({ condition });
  }
});

test('inlines the test that `run` names, and reports it as one step', () => {
  const others = [
    { name: 'sub', commands: [{ command: 'click', target: 'id=x' }, { command: 'hm' }] },
  ];
  const { nodes, report } = importCommands(
    [
      ['run', 'sub'],
      ['run', 'main'],
    ],
    others,
  );
  expect(nodes).toHaveLength(1);
  expect(report).toEqual([
    expect.objectContaining({ step: 'run sub', outcome: 'approximated' }),
    expect.objectContaining({ step: 'run main', outcome: 'skipped' }),
  ]);
});

test('follows tabs and frames, and answers dialogs', () => {
  const opens = { opensWindow: true, windowHandleName: 'win1' };
  const { nodes } = importCommands([
    ['click', 'id=pop', '', opens],
    ['storeWindowHandle', 'root'],
    ['selectWindow', 'handle=${win1}'],
    ['selectFrame', 'index=0'],
    ['click', 'id=in'],
    ['selectWindow', 'handle=${root}'],
    ['chooseCancelOnNextConfirmation'],
    ['click', 'id=del'],
  ]);
  expect(nodes).toEqual([
    expect.objectContaining({ expect_new_tab: true }),
    expect.objectContaining({
      interaction_action: {
        click_element: {
          command: 'frame_locator("iframe, frame").nth(0).locator("[id=\\"in\\"]")',
        },
      },
    }),
    expect.objectContaining({ interaction_action: { switch_tab: { tab_index: 0 } } }),
    expect.objectContaining({ dialog: { accept: false } }),
  ]);
});

test('keeps values of variables, and types keys', () => {
  const { automation, nodes } = importCommands([
    ['storeAttribute', 'css=a@href', 'link'],
    ['sendKeys', 'id=query', 'abc${KEY_ENTER}'],
    ['type', 'id=note', 'see ${link}'],
    ['assert', 'link', '/x'],
    ['type', 'id=pwd', 'hunter22'],
  ]);
  expect(automation.parameters).toMatchObject({
    input_parameters: { query: ['abc'] },
    secure_parameters: { pwd: [] },
  });
  expect(JSON.stringify(nodes)).toContain('see {link[0]}');
  expect(nodes[4]).toMatchObject({ condition: 'str({link[0]}) != "/x"' });
});

test('reports commands that it does not know and blocks that do not match', () => {
  const { report } = importCommands([['bogus'], ['end'], ['else'], ['//click', 'id=x']]);
  expect(outcomes(report)).toEqual(['skipped', 'skipped', 'skipped', 'mapped']);
});

test('closes the tab that is selected, whichever is the current one', () => {
  const { nodes, report } = importCommands([
    ['storeWindowHandle', 'root'],
    ['click', 'id=a', '', { opensWindow: true, windowHandleName: 'win1' }],
    ['selectWindow', 'handle=${root}'],
    ['click', 'id=b'],
    ['selectWindow', 'handle=${win1}'],
    ['close'],
    ['selectWindow', 'handle=${root}'],
    ['click', 'id=c'],
  ]);
  const kinds = nodes.map((node) =>
    'interaction_action' in node ? Object.entries(node.interaction_action as object)[0] : node,
  );
  expect(kinds).toMatchObject([
    ['click_element', {}],
    ['switch_tab', { tab_index: 0 }],
    ['click_element', {}],
    ['switch_tab', { tab_index: 1 }],
    ['close_current_tab', {}],
    ['switch_tab', { tab_index: 0 }],
    ['click_element', {}],
  ]);
  expect(outcomes(report)).not.toContain('skipped');
});

test('waits and counts in the tab that is selected, not in the one that just opened', () => {
  const { nodes } = importCommands([
    ['click', 'id=a', '', { opensWindow: true, windowHandleName: 'win1' }],
    ['store', '5', 'n'],
    ['waitForElementVisible', 'id=x', '3000'],
    ['selectWindow', 'handle=${win1}'],
    ['storeElementCount', 'css=td', 'count'],
  ]);
  expect(nodes).toMatchObject([
    { expect_new_tab: true },
    { misc_action: { set_variable: {} } },
    { interaction_action: { switch_tab: { tab_index: 0 } } },
    { misc_action: { wait_for: {} } },
    { interaction_action: { switch_tab: { tab_index: 1 } } },
    { misc_action: { count_locator: {} } },
  ]);
});

test('turns a variable that is typed into a secret field into a secret, and drops its value', () => {
  const { automation, report } = importCommands([
    ['store', 'hunter2', 'pw'],
    ['type', 'id=password', '${pw}'],
    ['type', 'id=password', 'tern77${number}'],
    ['type', 'id=pin', '${outer}'],
    ['store', 'Ada', 'name'],
    ['type', 'id=name', '${name}'],
  ]);
  expect(automation.parameters).toEqual({
    input_parameters: {},
    generated_parameters: { name: [] },
    secure_parameters: { pw: [], password: [], outer: [] },
  });
  expect(JSON.stringify([automation, report])).not.toMatch(/hunter2|tern77/);
  expect(outcomes(report)).not.toContain('skipped');
});

import { expect, test } from '@jest/globals';
import { type Command, importTest, onPage } from './test/import-commands.ts';

const goTo = (url: string) => ({ interaction_action: { go_to_url: { url } } });
const click: Command = ['click', 'id=a'];

test.each<[string, Command[], object[]]>([
  ['a loop', [['times', '3'], ['open', '/x'], ['end']], [{}, { nodes: [goTo('/x'), {}] }]],
  ['a branch', [['if', '"1" == "2"'], ['open', '/x'], ['end']], [{ if_nodes: [goTo('/x')] }]],
  ['an earlier step', [click, ['open', '/x']], [{}, goTo('/x')]],
  [
    'a variable',
    [
      ['store', '4', 'id'],
      ['open', '/o/${id}'],
    ],
    [{}, goTo('/o/{id[0]}')],
  ],
])('does not make an address the start page after %s', (_, commands, nodes) => {
  const { automation } = importTest(commands);
  expect(automation.url).toBe('about:blank');
  const expected = JSON.stringify(nodes).replaceAll('"/', '"https://p.example/');
  expect(automation.nodes).toMatchObject(JSON.parse(expected));
});

test('makes an address the start page after variables, and with inputs in it', () => {
  const { automation, outcomes } = importTest([
    ['store', '4', 'n'],
    ['open', '/o/${id}'],
  ]);
  expect(automation.url).toBe('https://p.example/o/{id[0]}');
  expect(outcomes).toEqual(['mapped', 'approximated']);
});

test.each([
  ['https://p.example/app/', '/orders', 'https://p.example/orders'],
  ['https://p.example/app/login', 'orders', 'https://p.example/app/orders'],
  ['https://p.example/app/', '//cdn.example/x', 'https://cdn.example/x'],
  ['https://p.example/app/', '/${a}/${b c}?q=${a}', 'https://p.example/{a[0]}/{b_c[0]}?q={a[0]}'],
  ['https://p.example', 'http://${host}/x', 'http://{host[0]}/x'],
])('resolves %s and %s as a browser does', (base, target, url) => {
  expect(importTest([['open', target]], base).automation.url).toBe(url);
});

test.each([
  [['store', '/orders', 'path'], 'https://p.example{path[0]}', 'mapped'],
  [['store', 'https://q.example', 'path'], '{path[0]}', 'mapped'],
  [['storeText', 'id=a', 'path'], '{path[0]}', 'approximated'],
] as const)(
  'decides from %j whether an address is relative to that of the project',
  (store, url, outcome) => {
    const { nodes, outcomes } = onPage(store, click, ['open', '${path}']);
    expect(nodes[2]).toMatchObject(goTo(url));
    expect(outcomes.at(-1)).toBe(outcome);
  },
);

test('asks for the address of a project that has none', () => {
  const { automation, outcomes } = importTest([['open', 'orders']], '');
  expect(automation.url).toBe('{base_url[0]}/orders');
  expect(outcomes).toEqual(['approximated']);
});

test('reports that no page is open', () => {
  expect(importTest([['store', '5', 'n'], click, click]).outcomes).toEqual([
    'mapped',
    'approximated',
    'mapped',
  ]);
});

test('leaves the frames when a page is opened', () => {
  const { nodes } = onPage(['selectFrame', 'index=0'], click, ['open', '/b'], click);
  expect(JSON.stringify(nodes[0])).toContain('frame_locator');
  expect(JSON.stringify(nodes[2])).not.toContain('frame_locator');
});

test('gives each variable without a value its own input, and says so', () => {
  const { automation, nodes, outcomes } = onPage(
    ['type', 'id=a', '${First}'],
    ['type', 'id=b', '${first}'],
    ['type', 'id=c', '${user_name} ${userName}'],
    ['type', 'id=d', '${First}'],
  );
  expect(Object.keys(automation.parameters.input_parameters)).toEqual([
    'first',
    'first_2',
    'user_name',
    'user_name_2',
  ]);
  expect(JSON.stringify(nodes[2])).toContain('{user_name[0]} {user_name_2[0]}');
  expect(outcomes).toEqual(Array(4).fill('approximated'));
});

test('reads variables of any name, and references that are not variables', () => {
  const { automation, nodes, outcomes } = onPage(
    ['store', 'v', 'order-id'],
    ['store', 'w', 'my var'],
    ['type', 'id=a', '${order-id} ${my var}'],
    ['open', '/o/${order-id}'],
    ['type', 'id=b', '${nbsp}x'],
    ['type', 'id=c', 'x${KEY_ENTER}'],
  );
  expect(JSON.stringify(nodes[2])).toContain('"{order_id[0]} {my_var[0]}"');
  expect(nodes[3]).toMatchObject(goTo('https://p.example/o/{order_id[0]}'));
  expect(Object.values(automation.parameters.input_parameters)).toEqual([
    ['\u00A0x'],
    ['x${KEY_ENTER}'],
  ]);
  expect(outcomes).toEqual(Array(6).fill('mapped'));
});

test('trims arguments and reads their escapes', () => {
  const { automation, nodes } = onPage(
    ['type', 'id=a', String.raw` one\ntwo `],
    ['assertText', 'id=a', String.raw`one\ntwo`],
    ['store', ' 5 ', 'w'],
  );
  expect(automation.parameters.input_parameters).toEqual({ text: ['one\ntwo'] });
  expect(nodes.slice(1)).toMatchObject([
    { assertion_action: { expect: { expected: 'one\ntwo' } } },
    { misc_action: { set_variable: { value: '5' } } },
  ]);
});

test('keeps its own variables apart from those of the file', () => {
  const { nodes } = onPage(
    ['storeText', 'id=s', 'condition'],
    ['store', '7', 'times_1'],
    ['if', 'document.title == "x"'],
    ['end'],
    ['times', '3'],
    ['end'],
    ['type', 'id=y', '${condition} ${times_1}'],
  );
  expect(nodes[3]).toMatchObject({ condition: 'condition_2[0]' });
  expect(nodes[5]).toMatchObject({ condition: 'times_1_2[0] < 3' });
  expect(JSON.stringify(nodes[6])).toContain('"{condition[0]} {times_1[0]}"');
});

const visible: Command = ['webdriverChooseCancelOnVisibleConfirmation'];
const next: Command = ['chooseCancelOnNextConfirmation'];

test.each<[string, Command[], { at: number; outcomes: string[] }]>([
  [
    'a text',
    [next, ['type', 'id=y', 'a'], click],
    { at: 1, outcomes: ['approximated', 'mapped', 'mapped'] },
  ],
  [
    'a script',
    [next, ['runScript', 'f()'], click],
    { at: 0, outcomes: ['approximated', 'approximated', 'mapped'] },
  ],
  ['nothing', [click, next], { at: -1, outcomes: ['mapped', 'approximated'] }],
  [
    'a pause',
    [click, ['pause', '500'], visible],
    { at: 0, outcomes: ['mapped', 'mapped', 'mapped'] },
  ],
  [
    'a check',
    [click, ['assertText', 'id=a', 'x'], visible],
    { at: 0, outcomes: ['mapped', 'mapped', 'mapped'] },
  ],
  [
    'a block',
    [click, ['times', '1'], ['end'], visible],
    { at: -1, outcomes: ['mapped', 'mapped', 'mapped', 'skipped'] },
  ],
])('cancels the dialog of the right step, next to %s', (_, commands, expected) => {
  const { nodes, outcomes } = onPage(...commands);
  const answered = nodes.map((node) => 'dialog' in node && node.dialog);
  expect(answered.indexOf(answered.find((dialog) => dialog) ?? true)).toBe(expected.at);
  expect(answered.filter(Boolean)).toEqual(expected.at === -1 ? [] : [{ accept: false }]);
  expect(outcomes).toEqual(expected.outcomes);
});

test('clicks the point of an element', () => {
  const { nodes, outcomes } = onPage(
    ['clickAt', 'id=map', '10,20'],
    ['doubleClickAt', 'id=map', '-1,2'],
    ['clickAt', 'id=map'],
  );
  const fields = { command: 'locator("[id=\\"map\\"]")' };
  expect(nodes.map((node) => (node as { interaction_action: object }).interaction_action)).toEqual([
    { click_element: { ...fields, position: { x: 10, y: 20 } } },
    { click_element: { ...fields, double_click: true } },
    { click_element: fields },
  ]);
  expect(outcomes).toEqual(['approximated', 'approximated', 'mapped']);
});

const frame: Command = ['selectFrame', 'index=0'];
const branch: Command = ['if', '"1" == "2"'];

test.each<[string, Command[], { isInFrame: boolean; outcome: string }]>([
  ['one branch', [branch, frame, ['else'], ['end']], { isInFrame: false, outcome: 'approximated' }],
  ['no else', [branch, frame, ['end']], { isInFrame: false, outcome: 'approximated' }],
  [
    'both branches',
    [branch, frame, ['else'], frame, ['end']],
    { isInFrame: true, outcome: 'mapped' },
  ],
  [
    'all branches',
    [branch, frame, ['elseIf', '"1" == "1"'], frame, ['else'], frame, ['end']],
    { isInFrame: true, outcome: 'mapped' },
  ],
  ['a loop', [['times', '2'], frame, click, ['end']], { isInFrame: true, outcome: 'approximated' }],
])('follows a frame that %s selects', (_, commands, expected) => {
  const { nodes, outcomes } = onPage(...commands, click);
  expect(JSON.stringify(nodes.at(-1)).includes('frame_locator')).toBe(expected.isInFrame);
  expect(outcomes.at(-2)).toBe(expected.outcome);
});

test('begins each branch where the if began, and each iteration in the same tab', () => {
  const opens = { opensWindow: true, windowHandleName: 'win' };
  const { nodes } = onPage(
    branch,
    frame,
    ['else'],
    click,
    ['end'],
    ['times', '2'],
    click,
    ['click', 'id=b', '', opens],
    ['selectWindow', 'handle=${win}'],
    ['close'],
    ['selectWindow', 'win_ser_local'],
    ['end'],
  );
  expect(JSON.stringify(nodes[0])).not.toContain('frame_locator');
  expect(nodes[2]).toMatchObject({
    nodes: [{}, {}, {}, { interaction_action: { switch_tab: { tab_index: 0 } } }, {}],
  });
});

test('reports a second else, and keeps the commands of the first', () => {
  const { nodes, outcomes } = onPage(branch, ['else'], click, ['else'], click, ['end']);
  expect(nodes).toMatchObject([{ else_nodes: [{}, {}] }]);
  expect(outcomes[3]).toBe('skipped');
});

test('reports that a wait cannot take a variable as its timeout', () => {
  const { automation, report } = onPage(['waitForElementVisible', 'id=x', '${t}']);
  expect(report).toMatchObject([{ outcome: 'approximated' }]);
  expect(automation.parameters.input_parameters).toEqual({});
});

test.each<[Command, object]>([
  [['acceptAlert'], { accept: true }],
  [['acceptConfirmation'], { accept: true }],
  [['dismissConfirmation'], { accept: false }],
  [['dismissPrompt'], { accept: false }],
  [['answerPrompt', 'Oslo'], { accept: true, text: 'Oslo' }],
])('gives the answer of %j to the step that opened the dialog', (command, dialog) => {
  const { nodes, outcomes } = onPage(click, command);
  expect(nodes).toMatchObject([{ dialog }]);
  expect(outcomes.at(-1)).toBe('mapped');
});

test('reports that nothing has to wait for a page to load', () => {
  const { nodes, outcomes } = onPage(['waitForPageToLoad', '30000']);
  expect(nodes).toEqual([]);
  expect(outcomes.at(-1)).toBe('approximated');
});

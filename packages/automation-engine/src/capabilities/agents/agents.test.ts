import { expect, test } from '@jest/globals';
import { failureOf, interact, type RunOptions } from '../../test/run-on-page.ts';
import { call, shownLines } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<h1>At ${request.url}</h1>`);
});
const models = useModels(stage);

const confirmed = { json: { is_done: true, reason: 'It shows.' } };
const done = (success = true) => call('done', { success, summary: 'That was it.' });

interface AgentRun extends RunOptions {
  readonly kind?: string;
}

function run(html: string, params: object, { kind = 'agentic_task', ...options }: AgentRun = {}) {
  const task = { task: 'Order oak', max_steps: 8, ...params };
  return models.run(html, [interact(kind, task)], options);
}

const requests = (purpose: string) =>
  models.server.requests.filter((request) => request.purpose === purpose);

// proves field: interaction_action.agentic_task.task
test('works on the page with its tools until the task is done and confirmed', async () => {
  models.server.script(
    'agent',
    call('type', { index: /id=wood/, text: 'Oak' }),
    call('select', { index: /<select/, options: ['Two'] }),
    call('click', { index: /Add/ }),
    done(),
  );
  models.server.script('agent-check', confirmed);
  const html = `<input id=wood><select id=count><option>One<option>Two</select>
    <button onclick="out.textContent = count.value + ' ' + wood.value">Add</button><p id=out></p>`;
  const inputs = { wood: ['oak'] };
  const finished = await run(html, { task: 'Order two {wood[0]}' }, { inputs });
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('out.textContent')).toBe('Two Oak');
  expect(requests('agent')[0]?.texts[0]).toContain('Your task: Order two oak');
  expect(shownLines(requests('agent-check')[0] ?? { texts: [] })).toContain('Two Oak');
  expect(finished.events[0]?.means).toEqual([
    { kind: 'agent', outcome: 'done', model: 'gemini/gemini-2.5-flash' },
  ]);
});

test('shows only the current page and marks new elements', async () => {
  models.server.script('agent', call('click', { index: /More/ }), done());
  models.server.script('agent-check', confirmed);
  await run(`<button onclick="p.hidden = false">More</button><a id=p href=# hidden>News</a>`, {});
  const second = requests('agent')[1];
  expect(second?.texts.filter((text) => text.startsWith('BEGIN PAGE'))).toHaveLength(1);
  expect(shownLines(second ?? { texts: [] })).toContain('*[2]<a id=p />');
});

test('fails when the agent reports failure', async () => {
  models.server.script('agent', done(false));
  expect(failureOf(await run('<p>x', {}))).toBe(
    'agent_unfinished: The agent did not finish its task "Order oak": That was it.',
  );
});

test('continues when the second look does not confirm success, then fails', async () => {
  models.server.script('agent', done(), done(), done());
  const doubt = { json: { is_done: false, reason: 'The basket is empty.' } };
  models.server.script('agent-check', doubt, doubt, doubt);
  expect(failureOf(await run('<p>x', {}))).toMatch(
    /^agent_unfinished: .*did not confirm it: The basket is empty\./,
  );
  expect(requests('agent')[1]?.texts.join()).toContain('does not confirm that the task is done');
});

// proves field: interaction_action.agentic_task.max_steps
test('takes at most max_steps steps', async () => {
  models.server.always('agent', call('scroll', { direction: 'down' }));
  const failure = failureOf(await run('<p>x', { max_steps: 3 }));
  expect(failure).toMatch(/^agent_unfinished: .*all of its 3 steps/);
  expect(requests('agent')).toHaveLength(3);
});

test('never counts as done until the agent calls done', async () => {
  models.server.always('agent', { text: 'The task is done.' });
  expect(failureOf(await run('<p>x', { max_steps: 2 }))).toMatch(/^agent_unfinished/);
});

// proves field: interaction_action.agentic_task.use_vision
// proves field: interaction_action.close_overlay_popup.use_vision
test.each([
  ['agentic_task', 'agent', true],
  ['agentic_task', 'agent', false],
  ['close_overlay_popup', 'overlay', true],
  ['close_overlay_popup', 'overlay', false],
])('%s sends screenshots only when use_vision is true', async (...example) => {
  const [kind, purpose, usesVision] = example;
  models.server.script(purpose, done());
  models.server.script(`${purpose}-check`, confirmed);
  await run('<p>x', { use_vision: usesVision }, { kind });
  expect(requests(purpose)[0]?.images).toHaveLength(usesVision ? 1 : 0);
});

// proves field: interaction_action.agentic_task.keep_alive
// proves field: interaction_action.close_overlay_popup.keep_alive
test.each([
  ['agentic_task', 'agent', true, 2],
  ['agentic_task', 'agent', false, 1],
  ['close_overlay_popup', 'overlay', true, 2],
  ['close_overlay_popup', 'overlay', false, 1],
])('%s leaves its tabs open only when keep_alive is true', async (...example) => {
  const [kind, purpose, isKept, count] = example;
  models.server.script(purpose, call('click', { index: /Open/ }), done());
  models.server.script(`${purpose}-check`, confirmed);
  const finished = await run(
    '<a href="/new" target=_blank>Open',
    { keep_alive: isKept },
    {
      kind,
      onPage: () => undefined,
    },
  );
  expect(failureOf(finished)).toBe('success');
  expect(await finished.page.browserContext().pages()).toHaveLength(count);
});

test('moves between tabs and pages within its origins', async () => {
  models.server.script(
    'agent',
    call('navigate', { url: `${stage.url}/one` }),
    call('back'),
    call('click', { index: /Open/ }),
    call('list_tabs'),
    call('switch_tab', { position: 0 }),
    call('wait', { seconds: 0.01 }),
    call('switch_tab', { position: 1 }),
    call('close_tab'),
    done(),
  );
  models.server.script('agent-check', confirmed);
  const finished = await run('<a href="/new" target=_blank>Open', { max_steps: 9 });
  expect(failureOf(finished)).toBe('success');
  const told = requests('agent')
    .at(-1)
    ?.toolResults.map(({ text }) => text);
  expect(told).toEqual([
    'Loaded.',
    'Went back.',
    'Clicked.',
    expect.stringMatching(/^0: .*\n1: .*\/new \(current\)$/),
    'Switched.',
    'Waited.',
    'Switched.',
    'Closed.',
  ]);
  expect(shownLines(requests('agent')[1] ?? { texts: [] })).toContain('At /one');
});

test('reports errors to the agent, which continues', async () => {
  models.server.script(
    'agent',
    call('click', { index: 77 }),
    call('fly', { index: 1 }),
    call('type', { index: /<input/, text: '{password[0]}' }),
    call('navigate', { url: 'file:///etc/passwd' }),
    done(),
  );
  models.server.script('agent-check', confirmed);
  const finished = await run('<input id=i>', {});
  expect(failureOf(finished)).toBe('success');
  const told = requests('agent')
    .at(-1)
    ?.toolResults.map(({ text }) => text);
  expect(told?.slice(0, 4).every((text) => text.startsWith('Not done'))).toBe(true);
  expect(await finished.read('i.value')).toBe('');
});

test('reports to the agent what a control does not accept', async () => {
  models.server.script(
    'agent',
    call('type', { index: /<input/, text: 'Oakwood' }),
    call('select', { index: /<select/, options: ['Oak'] }),
    call('select', { index: /<select/, options: ['Teak'] }),
    done(),
  );
  models.server.script('agent-check', confirmed);
  const html = `<input id=i maxlength=3>
    <select><option value=1>Oak<option value=2>Oak<option value=3>Ash</select>`;
  expect(failureOf(await run(html, {}))).toBe('success');
  const told = requests('agent')
    .at(-1)
    ?.toolResults.map(({ text }) => text);
  expect(told).toEqual([
    expect.stringMatching(/^Not done: .*Give text that the field accepts/),
    expect.stringMatching(/^Not done: .*has several options for "Oak"/),
    expect.stringMatching(/^Not done: .*has no option for "Teak"/),
  ]);
});

// proves field: interaction_action.close_overlay_popup.task
// proves field: interaction_action.close_overlay_popup.max_steps
test('gives the overlay agent its own task and only the tools click, wait and done', async () => {
  models.server.always('overlay', call('type', { index: /<input/, text: 'x' }));
  const params = { task: 'Close the age check.', max_steps: 2 };
  const finished = await run('<input id=i>', params, { kind: 'close_overlay_popup' });
  expect(failureOf(finished)).toMatch(/^agent_unfinished: .*"Close the age check\.".*all of its 2/);
  expect(requests('overlay')[0]?.tools.map(({ name }) => name)).toEqual(['click', 'wait', 'done']);
  expect(await finished.read('i.value')).toBe('');
});

// proves field: interaction_action.agentic_task.backend
// proves field: interaction_action.close_overlay_popup.backend
test.each(['agentic_task', 'close_overlay_popup'])('%s accepts only one backend', async (kind) => {
  await expect(run('<p>x', { backend: 'browserbase' }, { kind })).rejects.toThrow(
    /backend: The only agent is "browser_use".*no "browserbase" here/,
  );
});

test.each(['agentic_task', 'close_overlay_popup'])('%s fails without models', async (kind) => {
  const finished = await stage.run('<p>x', [interact(kind, { task: 'x', max_steps: 1 })]);
  expect(failureOf(finished)).toMatch(/^model_unavailable: .*GEMINI_API_KEY/);
});

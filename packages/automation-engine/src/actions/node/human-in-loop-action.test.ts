import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import type { HumanEvent, HumanInTheLoop } from '../../capabilities/human/human-in-the-loop.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { recordPerson } from '../../recorder/record-person.ts';
import { useStage } from '../../test/use-stage.ts';

declare const said: boolean[];

const stage = useStage();

const wait = (seconds = 60) => ({
  human_in_loop_action: { max_wait_time: seconds },
  end_sleep_time: 0,
});
const fill = (text: string) =>
  interact('input_text', { command: 'locator("#b")', input_text: text });
const set = (name: string, expression: string) => ({
  misc_action: { set_variable: { name, expression } },
  end_sleep_time: 0,
});
const answering = (answer: unknown): HumanInTheLoop => ({
  waitForResume: () => Promise.resolve(answer),
});
/** Nobody ever resumes the run; `signals` contains the signal of each wait. */
const nobody = () => {
  const signals: AbortSignal[] = [];
  const waitForResume: HumanInTheLoop['waitForResume'] = (_request, signal) => {
    signals.push(signal);
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  return { signals, humanInTheLoop: { waitForResume } };
};
/** Resumes only after the wait has timed out. */
const comeInTheLastMoment: HumanInTheLoop['waitForResume'] = async (_request, signal) => {
  const over = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => over.resolve());
  await over.promise;
  return { variables: { code: ['7'] } };
};

test.each(['{code[0]} + 1', "int(code[0]) + 'x'", 'part + 1'])(
  'quotes nothing in the error of %s once a person has sent variables',
  async (expression) => {
    const nodes = [wait(), set('part', 'code[0][0:3]'), set('sum', expression)];
    const humanInTheLoop = answering({ variables: { code: ['493817'] } });
    const run = await stage.run('<p>', nodes, { dependencies: { humanInTheLoop } });
    expect(failureOf(run)).toMatch(/^expression_error: .*\+ does not work on/);
    expect(failureOf(run)).not.toMatch(/Given|493/);
  },
);

test('continues with the variables that a person sends', async () => {
  const opened = Promise.withResolvers<Page>();
  const events: HumanEvent[] = [];
  const waitForResume: HumanInTheLoop['waitForResume'] = async ({ pageUrl }) => {
    const page = await opened.promise;
    await page.type('#a', `seen ${pageUrl === page.url()}`);
    return { variables: { code: ['123 456', 'x'], none: [] } };
  };
  const run = await stage.run('<input id=a><input id=b>', [wait(), fill('{code[0]}')], {
    onPage: opened.resolve,
    dependencies: {
      humanInTheLoop: { waitForResume },
      onHumanEvent: (event) => events.push(event),
    },
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[a.value, b.value]')).toEqual(['seen true', '123 456']);
  const place = { nodePath: 'nodes[0]' };
  const pageUrl = run.page.url();
  expect(events).toEqual([
    { type: 'waiting-for-human', ...place, pageUrl, waitUntil: expect.any(Date) },
    { type: 'resumed', ...place, waitedMs: expect.any(Number), variableNames: ['code', 'none'] },
  ]);
});

test('proposes what a person did as nodes, without the typed text', async () => {
  const opened = Promise.withResolvers<Page>();
  const waitForResume: HumanInTheLoop['waitForResume'] = async () => {
    const page = await opened.promise;
    await page.type('#a', 'Ann');
    await page.type('#key', 'gull48harbour');
    await page.click('button');
    await page.keyboard.press('7');
    await page.click('a');
    return undefined;
  };
  const html = `<label>Name <input id=a></label><input id=key type=password aria-label=Key>
    <button>Go on</button><a href="#">Ann</a>`;
  const { events } = await stage.run(html, [wait(), wait()], {
    onPage: opened.resolve,
    dependencies: { recordPerson, humanInTheLoop: { waitForResume } },
  });
  const [first] = events;
  const log = first?.log?.join('\n') ?? '';
  expect(JSON.parse(log)).toMatchObject({
    proposed_nodes: [
      { interaction_action: { input_text: { input_text: '{name[0]}' } } },
      { interaction_action: { input_text: { input_text: '{key[0]}' } } },
      {
        interaction_action: { click_element: { command: expect.stringContaining('name="Go on"') } },
      },
      { interaction_action: { input_text: { input_text: '{go_on[0]}' } } },
      {
        interaction_action: {
          click_element: { command: expect.stringContaining('"{name[0]}"') },
        },
      },
    ],
    parameters: { input_parameters: { name: [], go_on: [] }, secure_parameters: { key: [] } },
    faults: [],
  });
  expect(log).not.toMatch(/Ann|gull48|"7"/);
});

test('leaves dialogs to the person, and answers the one that is open when the wait ends', async () => {
  const opened = Promise.withResolvers<Page>();
  const waitForResume: HumanInTheLoop['waitForResume'] = async () => {
    const page = await opened.promise;
    const person = await page.createCDPSession();
    await person.send('Page.enable');
    const open = (message: string) => {
      const opens = new Promise((resolve) => person.once('Page.javascriptDialogOpening', resolve));
      const asked = page.evaluate((text) => void said.push(confirm(text)), message);
      asked.catch(() => undefined);
      return opens;
    };
    await open('Sure?');
    await person.send('Page.handleJavaScriptDialog', { accept: false });
    await open('Again?');
    return undefined;
  };
  const { read, events } = await stage.run('<script>window.said = []</script>', [wait()], {
    onPage: opened.resolve,
    dependencies: { recordPerson, humanInTheLoop: { waitForResume } },
  });
  expect(await read('said')).toEqual([false, true]);
  expect(events[0]?.dialogs).toEqual([
    { type: 'confirm', message: 'Sure?', action: 'dismissed' },
    { type: 'confirm', message: 'Again?', action: 'accepted' },
  ]);
});

test('waits for a person even where nothing can be recorded', async () => {
  const run = await stage.run('<input>', [wait()], {
    dependencies: {
      humanInTheLoop: answering(undefined),
      recordPerson: () => Promise.reject(new Error('no recorder')),
    },
  });
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.log).toEqual(['What the person does is not recorded: Error: no recorder']);
});

test('continues without variables and keeps existing values', async () => {
  const run = await stage.run('<input id=b>', [wait(), fill('{seed[0]}')], {
    automation: { parameters: { input_parameters: {}, generated_parameters: { seed: ['old'] } } },
    dependencies: { humanInTheLoop: answering(undefined) },
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('b.value')).toBe('old');
});

// proves field: human_in_loop_action.max_wait_time
test('fails on timeout and aborts the wait', async () => {
  const { humanInTheLoop, signals } = nobody();
  const events: HumanEvent[] = [];
  const started = Date.now();
  const run = await stage.run('<p>x</p>', [wait(0.4)], {
    dependencies: { humanInTheLoop, onHumanEvent: (event) => events.push(event) },
  });
  expect(failureOf(run)).toMatch(/^human_timeout: Nobody resumed the run within 0\.4 s/);
  expect(run.events[0]?.durationMs).toBeGreaterThanOrEqual(399);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(events).toMatchObject([{ type: 'waiting-for-human' }]);
  const [waiting] = events;
  const waitUntil = waiting?.type === 'waiting-for-human' ? waiting.waitUntil.getTime() : 0;
  expect(waitUntil).toBeGreaterThanOrEqual(started + 400);
  expect(waitUntil).toBeLessThan(Date.now());
});

test('continues when a person resumed just before the timeout', async () => {
  const run = await stage.run('<input id=b>', [wait(0.2), fill('{code[0]}')], {
    dependencies: { humanInTheLoop: { waitForResume: comeInTheLastMoment } },
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('b.value')).toBe('7');
});

test('fails immediately when no person can be asked', async () => {
  const run = await stage.run('<p>x</p>', [wait()]);
  expect(failureOf(run)).toMatch(/^human_unavailable: human_in_loop_action needs a person, but/);
  expect(run.result).toMatchObject({ error: { retry: 'never', nodePath: 'nodes[0]' } });
  expect(run.events[0]?.durationMs).toBeLessThan(5000);
});

test('aborts the wait when the run is aborted', async () => {
  const stop = new AbortController();
  const { humanInTheLoop, signals } = nobody();
  const run = await stage.run('<p>x</p>', [wait()], {
    dependencies: {
      humanInTheLoop,
      signal: stop.signal,
      onHumanEvent: () => stop.abort(new Error('cancelled')),
    },
  });
  expect(run.result).toMatchObject({ status: 'aborted', reason: new Error('cancelled') });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test.each([
  [{ variables: { code: '1' } }, /Invalid input[^]*variables\.code/],
  [{ variables: { code: [1] } }, /Invalid input[^]*variables\.code\[0\]/],
  [{ variables: { 'a b': ['1'] } }, /"a b" is not a parameter name/],
  [{ variables: { task_id: ['1'] } }, /The name "task_id" is reserved/],
  [{ values: {} }, /Unrecognized key: "values"/],
  ['yes', /expected object, received string/],
])('rejects invalid input from a person: %j', async (answer, problem) => {
  const run = await stage.run('<p>x</p>', [wait()], {
    dependencies: { humanInTheLoop: answering(answer) },
  });
  expect(failureOf(run)).toMatch(
    /^invalid_params: The variables sent when the run was resumed are not/,
  );
  expect(failureOf(run)).toMatch(problem);
});

test('fails with the reason why no person could be asked', async () => {
  const humanInTheLoop: HumanInTheLoop = {
    waitForResume: () => Promise.reject(new Error('the control plane does not respond')),
  };
  const run = await stage.run('<p>x</p>', [wait()], { dependencies: { humanInTheLoop } });
  expect(failureOf(run)).toBe('unexpected_error: Error: the control plane does not respond');
});

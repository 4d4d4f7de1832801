import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { fileURLToPath } from 'node:url';
import { createAuthorMoves } from './testing/author-moves.ts';
import { type AuthoringStage, openAuthoringStage } from './testing/open-authoring-stage.ts';
import { testVideo } from './testing/test-video.ts';

const THEMES = ['light', 'dark'] as const;
const SAMPLE = fileURLToPath(
  new URL('../../../packages/importers/samples/devtools-recorder.json', import.meta.url),
);

const EMPTY = { parameters: { input_parameters: {}, generated_parameters: {} }, nodes: [] };

/** An automation with a secret that the session was not opened with. */
const withSecret = (url: string) => {
  const pin = [{ onepassword: { vault_name: 'Portals', item_name: 'Portal', field_name: 'PIN' } }];
  const parameters = { ...EMPTY.parameters, secure_parameters: { pin } };
  const command = 'get_by_label("Name")';
  const interaction_action = { input_text: { command, input_text: 'ann' } };
  return { ...EMPTY, url, parameters, nodes: [{ type: 'action_node', interaction_action }] };
};

let stage: AuthoringStage;
let author: ReturnType<typeof createAuthorMoves>;

beforeAll(async () => {
  stage = await openAuthoringStage();
  author = createAuthorMoves(stage);
  await stage.tab.signIn(stage.fleet.controlPlane.apiKey);
});

afterAll(async () => stage?.[Symbol.asyncDispose]());

const editor = () => `/console/recordings/${stage.recordingId}/edit`;

test('an author finds the failed step, tries a locator on its page, and opens it in a session', async () => {
  const { tab, failedTaskId } = stage;
  await tab.open(`/console/tasks/${failedTaskId}`, 'greet');
  await tab.untilText('Elements of the page', '[aria-label="The chosen step"]');
  await tab.fill('Try a locator', 'get_by_role("button", name="Go on")');
  await tab.untilText('1 element', '.matches');
  // The result shows the value that the field had at the last step.
  await tab.fill('Try a locator', 'get_by_role("textbox", name="Name")');
  await tab.untilText('textbox "Name" = "ann"', '.matches');
  await tab.look('task-trial', THEMES);
  await tab.press('Open in a session');
  await tab.untilText('Open a debug session', '[role=dialog]');
  await tab.look('open-session', THEMES);
  await tab.submit();
  await tab.untilTitle('Edit greet');
  await tab.untilText('ready', '.session-state');
  await tab.untilText('nodes[1]', '.session-state');
  expect(await tab.path()).toBe(editor());
});

test('an author fixes a failing step beside the session: pick, switch, run, save', async () => {
  const { tab, portal } = stage;
  const { page } = tab;
  await tab.press('Run this step');
  await tab.untilText('locator not found', '.steps-result');
  await tab.fill('Try a locator', 'get_by_role("button"');
  await tab.press('Try');
  await page.waitForSelector('.session-side .trial [role=alert]');
  await tab.fill('Try a locator', 'get_by_role("button")');
  await tab.press('Try');
  await tab.untilText('1 element', '.session-side .matches');
  await tab.press('Try the command');
  await tab.untilText('No element', '.locator-tools');
  await tab.press('Pick an element for the command');
  await tab.untilText('Click the element', '.locator-tools');
  expect(await tab.count('.locator-tools .matches')).toBe(0);
  // Beside the steps and large enough to read the page, and as large as the window on request.
  expect(await author.screenWidth()).toBeGreaterThan(640);
  expect(await author.isBesideSteps()).toBe(true);
  await tab.press('Large screen');
  expect(await author.screenWidth()).toBeGreaterThan(1_000);
  await tab.press('Small screen');
  await pollUntil('the element is picked', async () => {
    await author.clickScreen(640, 480);
    return (await tab.count('.candidates button')) > 0;
  });
  await tab.look('editor-session');
  await page.locator('.candidates button').click();
  await tab.untilText('name="Go on"', '[aria-selected=true]');
  await tab.press('Give control back');
  await tab.press('Run this step');
  await tab.untilText('click element done', '.steps-result');
  await page.locator('summary::-p-text(Variables)').click();
  await tab.untilText('"ann"', '.variables');
  await tab.press('Start again to here');
  await tab.untilText('input text done', '.steps-result');
  await tab.press('Whole automation');
  await author.replaceJson(JSON.stringify(withSecret(portal)));
  await tab.press('Start again to here');
  await tab.untilText('other references for pin: open another', '.session-side .notice');
  await tab.press('Undo');
  await tab.press('Start again to here');
  await page.waitForFunction(() => !document.querySelector('.session-side .notice'));
  expect(await author.saveElsewhere()).toBe(2);
  await tab.press('Save');
  await tab.untilText('added: ', '[role=dialog] .diff');
  await tab.look('save-version', THEMES);
  await tab.fill('Comment', 'The button is called Go on');
  await tab.submit();
  await tab.untilText('Version 2 was saved in the meantime', '[role=dialog] [role=alert]');
  await tab.submit();
  await tab.untilText('Version 3', '.page-head');
  expect(await tab.count('.session-side .screen')).toBe(1);
  await page.locator('::-p-aria([name="Versions"][role="link"])').click();
  await tab.untilText('The debug session was ended', '.tell');
});

test('the editor works by keyboard: choose, move, undo, add, lint beside the field', async () => {
  const { tab } = stage;
  const { steps, shownJson, describedField, passKinds } = author;
  const { page } = tab;
  // The path of a step that the recording no longer has.
  await tab.open(`${editor()}?node=nodes[9]`, 'Edit greet');
  await page.focus('[role=treeitem][tabindex="0"]');
  await page.keyboard.press('Delete');
  const before = await steps();
  expect(before).toEqual([
    expect.stringContaining('input text'),
    expect.stringContaining('click element'),
  ]);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.up('Alt');
  await tab.untilText('Moved up', '.tell');
  expect(await steps()).toEqual(before.toReversed());
  expect(await page.$eval(':focus', ({ textContent }) => textContent)).toContain('click element');
  await tab.press('Undo');
  expect(await steps()).toEqual(before);
  await page.focus('[role=treeitem][tabindex="0"]');
  await page.keyboard.press('Delete');
  await tab.untilText('Removed', '.tell');
  expect(await steps()).toHaveLength(1);
  await tab.press('Undo');
  expect(await steps()).toEqual(before);
  // There is nothing more to undo.
  expect(await page.$eval(':focus', ({ ariaDisabled }) => ariaDisabled)).toBe('true');

  await page.select('.add-node select', 'for_loop_node');
  await tab.press('Add');
  await tab.untilText('for loop', '[aria-selected=true]');
  await tab.untilText('cannot be saved yet', '.page-head');
  await tab.fill('variable name', 'login');
  await page.select('.add-node select', 'sleep_action');
  await tab.press('Add inside');
  await tab.untilText('sleep', '[aria-selected=true]');
  const asAdded = await pollUntil('the JSON of the new step is shown', async () => {
    const json = await shownJson();
    return json?.includes('sleep_time') && json;
  });
  await tab.fill('sleep time (required)', 'soon');
  await tab.untilText('sleep_time is "soon": specify a number.', '.field-fault');
  await tab.fill('sleep time (required)', '-1');
  await tab.untilText('-1', '.field-fault');
  await tab.look('editor-fault', THEMES);
  expect(await describedField('sleep time (required)')).toMatch(/-1.*seconds/i);
  await tab.press('Undo');
  expect(await shownJson()).toBe(asAdded);
  await tab.fill('sleep time (required)', '0.5');
  await tab.untilText('No problems found', '.page-head');
  expect(await shownJson()).toContain('"sleep_time": 0.5');
  await author.replaceJson('{ "sleep_time": ');
  await tab.untilText('Not applied. The text is not JSON', '.json-pane');
  await tab.press('Save');
  await tab.untilText('Not saved: some text is not applied.', '.tell');
  await author.undoJson();
  await page.waitForFunction(() => !document.querySelector('.json-pane [role=alert]'));
  await author.undoJson();
  expect(await shownJson()).toContain('"sleep_time": 0.5');
  await tab.press('Whole automation');
  await author.replaceJson('[]');
  await tab.untilText('Not applied. An automation is an object', '.json-pane');
  // The format that the command line writes.
  const pulled = { endpoint_name: 'greet', automation: { url: stage.portal, ...EMPTY } };
  await author.replaceJson(JSON.stringify(pulled));
  await pollUntil('the pulled automation is shown', async () => (await steps()).length === 0);
  await tab.press('Undo');
  await tab.press('This step');
  await page.focus('[role=treeitem][tabindex="0"]');
  await page.keyboard.press('ArrowUp');
  const beside = await steps();
  expect(await passKinds()).toEqual([beside.length, beside.length]);
  expect(await steps()).toEqual(beside);
  await page.focus('[role=treeitem][tabindex="0"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.up('Alt');
  await tab.untilText('Moved out', '.tell');
  await tab.look('editor');
});

test('actions on the screen become steps, are replayed and are saved as a recording', async () => {
  const { tab } = stage;
  const { page } = tab;
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator('::-p-aria([name="Record"][role="link"])').click();
  await pollUntil('the console asks', () => asked.length > 0);
  expect(asked[0]).toContain('Leave without saving?');
  expect(await tab.path()).toBe(editor());
  await tab.untilText('changed', '.page-head');
  await tab.untilText('sleep', '[role=treeitem]');
  // Leaves the page despite the unsaved draft.
  page.once('dialog', (dialog) => void dialog.accept());
  await tab.open('/console/record', 'Record');
  await tab.look('record-start', THEMES);
  await tab.fill('Address of the first page', stage.portal);
  await tab.press('Open the page');
  await tab.untilText('ready', '.session-state');
  // Nobody has to start it.
  await tab.untilText('What you do on the screen is recorded', '.recorder-side');
  await pollUntil('the click into the field is recorded', async () => {
    await author.clickScreen(640, 200);
    return (await tab.count('.recorded li')) > 0;
  });
  await page.keyboard.type('bob');
  await tab.untilText('bob', '.recorder-side');
  await author.clickScreen(640, 480);
  await tab.untilText('Go on', '.recorded');
  await page.keyboard.press('F6');
  expect(await page.$eval(':focus', ({ textContent }) => textContent)).toBe('Give control back');
  await tab.press('Extract this');
  await tab.untilText('Click the text to read', '.recorder-side');
  await author.clickScreen(640, 680);
  await tab.untilText('extract', '.recorded');
  await tab.look('recorder', THEMES);
  await tab.press('Stop and replay');
  await tab.untilText('replayed', '.recorded');
  await tab.look('recorder-replayed');
  await tab.press('Save as a recording');
  await tab.fill('Name', 'recorded-greeting');
  await tab.submit();
  await tab.untilTitle('Edit recorded-greeting');
  await page.goBack();
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await tab.press('Close the session');
  await pollUntil('the console asks', () => asked.length > 1);
  expect(asked[1]).toContain('Steps that are not saved as a recording will be lost.');
  const sessionId = new URL(page.url()).searchParams.get('session');
  await stage.fleet.controlPlane.call('DELETE', `/api/v1/sessions/${sessionId}`);
  await tab.untilText('Address of the first page', 'main');
  await tab.untilText('Save as a recording', '.recorder-side');
});

test('a person watches running tasks, takes control of one and lets it continue', async () => {
  const { tab, fleet, portal } = stage;
  const ask = { human_in_loop_action: { max_wait_time: 300 } };
  const taskId = await fleet.run([ask], { url: portal });
  await pollUntil(
    'a person is needed',
    async () => (await fleet.detailOf(taskId)).waiting_for_human,
  );
  await tab.open('/console/live', 'Live');
  await tab.page.waitForSelector('.wall canvas');
  await tab.page.waitForSelector('.wall .screen-words:empty');
  await tab.look('live');
  await tab.open(`/console/tasks/${taskId}/live`, 'live');
  await tab.press('Take control');
  await author.clickScreen(640, 480);
  await tab.look('task-live');
  await tab.page.keyboard.press('F6');
  await tab.fill('Values for the task', 'nonsense');
  await tab.press('Continue the task');
  await tab.untilText('"nonsense" is not a variable', '[role=alert]');
  await tab.fill('Values for the task', 'code = 1');
  await tab.press('Continue the task');
  await tab.untilText('The task has ended', '.notice');
  expect(await fleet.statusOf(taskId)).toBe('success');
});

testVideo(() => stage);

test('a file from another tool is imported with a report on each step', async () => {
  const { tab } = stage;
  await tab.open('/console/recordings/import', 'Import');
  const picker = await tab.page.$('input[type=file]');
  await (picker as { uploadFile: (path: string) => Promise<void> } | null)?.uploadFile(SAMPLE);
  await tab.untilText('mapped', '.imported');
  expect(await tab.count('.imported tbody tr')).toBeGreaterThan(3);
  await tab.look('import-report');
  await tab.press('Save as a recording: Sign in');
  await tab.submit();
  await tab.untilText('Edit the recording', '.imported');
});

test('a proposal is accepted, and an older version is rolled out and promoted', async () => {
  const { tab } = stage;
  await tab.open(`/console/recordings/${stage.recordingId}`, 'greet');
  await tab.press('Roll out version 1');
  await tab.submit();
  await tab.untilText('10% of the tasks', '.facts');
  await tab.untilText('Go onn', '.proposal');
  await tab.look('recording-rollout', THEMES);
  await tab.press('All tasks run version 4');
  await tab.submit();
  await tab.untilText('promoted', '.facts');
  await tab.press('Accept the locator for nodes[1]');
  await tab.submit();
  await tab.untilText('accepted', 'table');
  expect(await tab.count('.table .proposal')).toBe(1);
});

test('all calls were documented, broke no policy and left nothing in the browser', async () => {
  const { calls, undocumented, faults } = stage.tab.record;
  expect([...calls]).toEqual(
    expect.arrayContaining(['openDebugSession', 'pickInSession', 'stopSessionRecording']),
  );
  expect(undocumented).toEqual([]);
  expect(faults).toEqual([]);
  expect(await stage.tab.storedKeys()).toEqual({ tab: ['errand.api-key'], browser: [] });
});

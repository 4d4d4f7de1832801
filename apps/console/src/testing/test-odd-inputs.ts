import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

const LONG = 'w'.repeat(120);

/** What people type by mistake, and names that others have chosen. */
export function testOddInputs(stageOf: () => ConsoleStage): void {
  test('a long name pushes no column out of sight', async () => {
    const { browser, fleet, apiKey } = stageOf();
    const call = fleet.controlPlane.call;
    const login = { login: ['ann'] };
    const made = await call('POST', '/api/v1/workspaces', { name: LONG });
    const { workspace } = made.body as { workspace: { workspace_id: string } };
    const stored = await call('POST', '/api/v1/recordings', {
      endpoint_name: LONG,
      description: LONG,
      workspace_id: workspace.workspace_id,
      automation: {
        url: fleet.site.url,
        parameters: { input_parameters: { login: [] }, generated_parameters: {} },
        nodes: [{ type: 'action_node', sleep_action: { sleep_time: 1 } }],
      },
    });
    expect(stored.status).toBe(201);
    await call('POST', '/api/v1/api_keys', { name: LONG });
    const task = { endpoint_name: LONG, input_parameters: { login: [LONG] } };
    await call('POST', '/api/v1/schedules', { name: LONG, cron: '0 3 * * *', task });
    const mailbox = { email_address: 'a@b.example', host: 'mail.example', password: 'x' };
    await call('POST', '/api/v1/integrations', { name: LONG, mailbox });
    await fleet.submit(LONG, login, { unique_parameter_names: ['login'] });
    await fleet.submit(LONG, { login: [LONG] }, { unique_parameter_names: ['login'] });
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    for (const [path, title] of [
      ['/workspaces', 'Workspaces'],
      ['/keys', 'Keys'],
      ['/schedules', 'Schedules'],
      ['/integrations', 'Integrations'],
      ['/recordings', 'Recordings'],
      ['/queue', 'Queue'],
      ['/tasks', 'Tasks'],
    ] as const) {
      await tab.go(path, title);
      await tab.untilText(LONG.slice(0, 100), 'main');
      await expect(
        tab.look(`long-${path.slice(1)}`, ['light', 'narrow', 'zoomed']),
      ).resolves.toBeUndefined();
    }
  });

  test('a form refuses blank names and late years, and a new key is not lost by a click', async () => {
    const { browser, fleet, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    const { page } = tab;
    const setExpiry = (value: string) =>
      page.$eval(
        'input[name=expires]',
        (field, text) => {
          field.value = text;
        },
        value,
      );
    await tab.signIn(apiKey);
    await tab.go('/keys', 'Keys');
    await tab.press('New key');
    await tab.fill('Name', '   ');
    await tab.submit();
    expect(await tab.count('[role=dialog] input[name=name]:invalid')).toBe(1);
    await tab.fill('Name', 'odd');
    await setExpiry('275760-09-12T00:00');
    await tab.submit();
    expect(await tab.count('[role=dialog] input[name=expires]:invalid')).toBe(1);
    await setExpiry('');
    await tab.submit();
    await tab.untilText('errand_', '.notice pre');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.click('nav a[href="/console/queue"]');
    await pollUntil('the console asks', () => asked.length > 0);
    expect(asked[0]).toContain('cannot be shown again');
    expect(await tab.path()).toBe('/console/keys');
    await tab.press('I have copied it');
    await page.click('nav a[href="/console/queue"]');
    await tab.untilTitle('Queue');
  });

  test('a search that is too long for the server is refused with an explanation', async () => {
    const { browser, fleet, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    await tab.go(`/tasks?q=${'x'.repeat(20_000)}`, 'Tasks');
    await tab.untilText('status 431', '[role=alert]');
    expect(await tab.count('input[name=q][maxlength="200"]')).toBe(1);
  });
}

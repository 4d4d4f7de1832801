import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const form = `<p id=log></p>
  <button onclick="log.textContent += 'a'">Add</button>
  <button onclick="log.textContent += 'b'">Buy</button>`;
const click = (name: string) => ({
  ...interact('click_element', { command: `get_by_role("button", name="${name}")` }),
  end_sleep_time: 0,
});
const branch = (condition: string) => ({
  type: 'if_else_node',
  condition,
  if_nodes: [click('Add')],
  else_nodes: [click('Add')],
});
const loop = {
  type: 'for_loop_node',
  variable_name: 'name',
  index_variable_name: 'i',
  nodes: [click('Add')],
};
const logOf = (page: Page) => page.evaluate(`document.querySelector('#log').textContent`);

test('refuses a node before the position, and runs nothing', async () => {
  const nodes = [click('Add'), branch('1 == 1'), click('Buy'), click('Buy')];
  await using opened = await stage.debug(form, nodes, { until: 'nodes[2]' });
  const { session, page } = opened;

  for (const until of ['nodes[0]', 'nodes[1]', 'nodes[1].else_nodes[0]']) {
    await expect(session.runUntil({ until })).rejects.toThrow(
      `"${until}" is before the position nodes[2]: restart the session up to it`,
    );
  }
  await expect(session.runUntil({ from: 'nodes[3]', until: 'nodes[2]' })).rejects.toThrow(
    '"nodes[2]" is before the position nodes[3]',
  );
  expect(session.state().position).toBe('nodes[2]');
  expect(await logOf(page)).toBe('aa');

  await session.runUntil({});
  await expect(session.runUntil({ until: 'nodes[3]' })).rejects.toThrow(
    '"nodes[3]" is before the position, the end',
  );
  expect((await session.runUntil({ until: 'nodes[4]' })).steps).toEqual([]);
  expect(await logOf(page)).toBe('aabb');
});

test('refuses a node in an earlier iteration of the loop it is in', async () => {
  const inputs = { name: ['x', 'y', 'z'] };
  const until = 'nodes[0][1].nodes[0]';
  await using opened = await stage.debug(form, [loop, click('Buy')], { inputs, until });
  const { session, page } = opened;

  for (const before of ['nodes[0]', 'nodes[0][0].nodes[0]']) {
    await expect(session.runUntil({ until: before })).rejects.toThrow('is before the position');
  }
  expect(await logOf(page)).toBe('a');
  expect((await session.runUntil({ until: 'nodes[0][2].nodes[0]' })).failure).toBeUndefined();
  expect(await logOf(page)).toBe('aa');
});

test('stops after a node that does not run, and says why', async () => {
  const inputs = { name: ['x', 'y'] };
  const nodes = [branch('1 == 2'), loop, click('Buy')];
  const until = 'nodes[0].if_nodes[0]';
  await using opened = await stage.debug(form, nodes, { inputs, until });
  const { session, page, opening } = opened;

  expect(opening).toMatchObject({ failure: { class: 'node_not_reached' } });
  expect(opening.failure?.message).toBe(
    'Stopped before nodes[0].else_nodes[0]: nodes[0].if_nodes[0] comes before it, but did not run. Its branch was not taken, or its loop ended earlier.',
  );
  expect(session.state().position).toBe('nodes[0].else_nodes[0]');
  expect(await logOf(page)).toBe('');

  const more = await session.runUntil({ until: 'nodes[1][5].nodes[0]' });
  expect(more.failure?.message).toContain('Stopped before nodes[2]: nodes[1][5].nodes[0]');
  expect(await logOf(page)).toBe('aaa');
  expect((await session.runUntil({})).failure).toBeUndefined();
  expect(await logOf(page)).toBe('aaab');

  const again = await session.restart({ until });
  expect(again.failure).toMatchObject({ class: 'node_not_reached' });
});

test('says so when the automation ends without the node', async () => {
  const nodes = [{ ...branch('1 == 1'), if_nodes: [] }];
  await using opened = await stage.debug(form, nodes);
  const { session } = opened;

  const { failure } = await session.runUntil({ until: 'nodes[0].else_nodes[0]' });
  expect(failure?.message).toContain('The automation ended: nodes[0].else_nodes[0] did not run.');
  expect(session.state().position).toBeUndefined();
});

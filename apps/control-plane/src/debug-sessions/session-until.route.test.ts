import { expect, test } from '@jest/globals';
import { useTestApp } from '../testing/use-test-app.ts';
import { scriptSession } from '../testing/script-session.ts';

const PATH = '/api/v1/sessions';
const app = await useTestApp();
const { open, worker } = scriptSession(app);

const click = { interaction_action: { click_element: { command: 'get_by_text("Go")' } } };
const nested = {
  url: 'https://portal.example/',
  parameters: { input_parameters: { rows: ['1'] }, generated_parameters: {} },
  nodes: [
    click,
    { variable_name: 'rows', nodes: [click, { condition: '1 == 1', if_nodes: [click] }] },
  ],
};

// proves operation: openDebugSession
test.each([
  ['nodes[9]', 'there is no nodes[9]; the last one is nodes[1]'],
  [
    'nodes[1][0].nodes[2]',
    'there is no nodes[1][0].nodes[2]; the last one is nodes[1][0].nodes[1]',
  ],
  ['nodes[1].nodes[0]', 'names no iteration of the loop nodes[1]'],
  [
    'nodes[1][0].nodes[1].else_nodes[0]',
    'there is no nodes[1][0].nodes[1].else_nodes[0]; nodes[1][0].nodes[1].else_nodes is empty',
  ],
  ['post_processing_nodes[0]', 'post_processing_nodes is empty'],
  ['click', 'is not the path of a node'],
  ['nodes[00]', 'is not the path of a node'],
])('422 when until is %s, which leads to no node', async (until, problem) => {
  const response = await app.post(PATH, { automation: nested, until }).expect(422);
  expect(response.body.detail).toEqual([
    { loc: ['body', 'until'], msg: expect.stringContaining(problem), type: 'node_path' },
  ]);
  const [{ msg }] = response.body.detail;
  expect(msg).toMatch(`until: The path "${until}"`);
  expect(msg).toMatch(
    /Write it as in the steps of a task: nodes\[3\].*nodes\[2\] runs everything\.$/,
  );
  expect((await app.get(`${PATH}?state=opening`)).body.sessions).toEqual([]);
});

test.each(['nodes[1][7].nodes[1].if_nodes[0]', 'nodes[2]'])(
  '201 when until is %s, which a run may reach',
  async (until) => {
    await open({ automation: nested, until });
    expect((await worker.claim())['task']).toMatchObject({ debug_session: { until } });
  },
);

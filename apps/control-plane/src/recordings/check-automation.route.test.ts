import { expect, test } from '@jest/globals';
import { orderAutomation, orderWarning } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/automations/check';

const app = await useTestApp();

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const countStored = () => app.database.prisma.recordingVersion.count();

// proves operation: checkAutomation
test('200 lists warnings and declared inputs of a valid automation and stores nothing', async () => {
  const parameters = {
    ...orderAutomation.parameters,
    input_parameters: { order: ['4711'], customer: ['acme'] },
  };
  const before = await countStored();
  const { body } = await app.post(PATH, { automation: { ...orderAutomation, parameters } });
  expect(body).toMatchObject({
    success: true,
    valid: true,
    errors: [],
    input_parameters: ['order', 'customer'],
    secure_parameters: Object.keys(orderAutomation.parameters.secure_parameters),
  });
  expect(body.warnings).toContainEqual(orderWarning);
  expect(await countStored()).toBe(before);
});

test('200 reports every fault that createRecording refuses, at the same paths', async () => {
  const nodes = [
    { type: 'action_node', interaction_action: { click_elemnt: { command: 'locator("a")' } } },
    { type: 'sometimes_node' },
  ];
  const automation = { ...orderAutomation, nodes };
  const { body } = await app.post(PATH, { automation }).expect(200);
  const sent = { endpoint_name: 'faulty', automation };
  const refused = await app.post('/api/v1/recordings', sent).expect(422);
  expect(body).toMatchObject({ valid: false, warnings: [], input_parameters: [] });
  const expected = body.errors.map(({ path, message }: Fault) => ({
    type: 'automation',
    loc: ['body', 'automation', ...path],
    msg: expect.stringContaining(message),
  }));
  expect(expected).toHaveLength(2);
  expect(refused.body.detail).toEqual(expected);
});

test.each([
  ['no automation', {}],
  ['an automation that is no object', { automation: 'nodes' }],
  ['an unknown member', { automation: orderAutomation, endpoint_name: 'x' }],
])('422 for %s', async (_, sent) => {
  const { body } = await app.post(PATH, sent).expect(422);
  expect(body.detail[0].loc[0]).toBe('body');
});

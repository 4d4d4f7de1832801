import { expect, test } from '@jest/globals';
import { warningsOf, withNodes } from '../../test/lint-cases.ts';

test('reports the first unreachable node of each list', () => {
  const fail = { fail_state_action: {} };
  const sleep = { sleep_action: { sleep_time: 1 } };
  const automation = withNodes([
    { condition: 'name[0]', if_nodes: [fail, sleep, sleep], else_nodes: [fail] },
    sleep,
  ]);
  expect(warningsOf(automation)).toEqual([
    'unreachable-node nodes.1',
    'unreachable-node nodes.0.if_nodes.1',
  ]);
  expect(warningsOf(withNodes([{ condition: 'name[0]', if_nodes: [fail] }, sleep, fail]))).toEqual(
    [],
  );
});

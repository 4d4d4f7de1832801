import { expect, test } from '@jest/globals';
import { scripts } from '../../test/open-scripts.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

function assertion(script: string) {
  const node = { assertion_action: { python_script: { script } }, end_sleep_time: 0 };
  return stage.run('<p>Paid: {4711}</p>', [node], {
    inputs: { order: ['4711'] },
    dependencies: scripts(),
  });
}

// proves field: assertion_action.python_script.script
test.each([
  ['page):\n    return "{order[0]}" in await page.inner_text("p")', 'success'],
  ['axtree, browser):\n    return {"assertion_result": "Paid" in axtree}', 'success'],
  ['page):\n    return False', 'assertion_failed: Assertion failed: the script gave no reason.'],
  [
    'axtree, browser):\n    return {"assertion_result": False, "assertion_reason": "It is open."}',
    'assertion_failed: Assertion failed: It is open.',
  ],
  [
    'page):\n    return 1',
    'script_error: code_fn returned 1: an assertion returns True, False, or a dict with assertion_result (True or False) and assertion_reason.',
  ],
])('judges by %j', async (rest, expected) => {
  expect(failureOf(await assertion(`async def code_fn(${rest}`))).toBe(expected);
});

import { formatValue } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { AssertionFailedError } from '../action-errors.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { ScriptResultError } from '../../capabilities/scripts/script-action-errors.ts';
import { callsOfScript } from '../calls-of-script.ts';
import { defineAction } from '../define-action.ts';

export const pythonScript = defineAction({
  group: 'assertion',
  kind: 'python_script',
  summary:
    'Lets a Python script judge the page, in a sandbox; the task fails if the verdict is negative.',
  example: {
    script: 'async def code_fn(axtree, browser):\n    return "Order placed" in axtree',
  },
  place: 'page',
  params: z.strictObject({
    script: requiredText().describe(
      'Python that defines async def code_fn(axtree, browser) or code_fn(page), returning True, False, or a dict with assertion_result and assertion_reason. Placeholders become values.',
    ),
  }),
  effects: { recordedCalls: ({ script }) => callsOfScript(script), repetition: 'unsafe' },
  run: async ({ scripts: { runScript } }, { script: source }) => {
    const { isTrue, reason } = readVerdict(
      await runScript({ source, gives: ['axtree', 'browser'] }),
    );
    if (!isTrue) throw new AssertionFailedError(`Assertion failed: ${reason}`);
    return { outcome: 'done' };
  },
});

function readVerdict(value: JsonValue): { readonly isTrue: boolean; readonly reason: string } {
  const none = 'the script gave no reason.';
  if (typeof value === 'boolean') return { isTrue: value, reason: none };
  if (typeof value === 'object' && value !== null && 'assertion_result' in value) {
    const { assertion_result: result, assertion_reason: reason = null } = value;
    if (typeof result === 'boolean') {
      return { isTrue: result, reason: reason === null ? none : formatValue(reason) };
    }
  }
  throw new ScriptResultError(
    `code_fn returned ${formatValue(value).slice(0, 200)}: an assertion returns True, False, or a dict with assertion_result (True or False) and assertion_reason.`,
  );
}

import { loadErrandDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { describeClosing } from './describe-closing.ts';

test.each([
  [1000, 'never'],
  [1001, 'soon'],
  [1008, 'never'],
  [1011, 'soon'],
  [1013, 'later'],
  [4401, 'soon'],
  [4403, 'at-once'],
  [4409, 'soon'],
  [1006, 'soon'],
])('reconnects after %s: %s', (code, comeBack) => {
  expect(describeClosing(code, 'success').comeBack).toBe(comeBack);
});

test('continues in view mode when control has ended', () => {
  expect(describeClosing(4403, '').mode).toBe('view');
});

test('covers every close code in the document', () => {
  const path = loadErrandDocument().paths['/api/v1/tasks/{task_id}/stream'];
  const { description } = (path as { readonly get: { readonly description: string } }).get;
  const codes = [...description.matchAll(/^- `(\d+)`/gm)].map(([, code]) => Number(code));
  expect(codes).toHaveLength(8);
  const unknown = describeClosing(1006, '').words;
  for (const code of codes) expect(describeClosing(code, '').words).not.toBe(unknown);
});

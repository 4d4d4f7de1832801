import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { actionKinds } from '../../packages/automation-engine/src/actions/action-registry.ts';
import { ERROR_CLASSES } from '../../packages/api-types/src/error-classes.generated.ts';
import { listActionFailures } from './list-action-failures.ts';

const { target, ofKind } = listActionFailures(fileURLToPath(new URL('../../', import.meta.url)));

test('finds errors that an action or a function it calls creates', () => {
  expect(ofKind('node', 'fail_state_action')).toContain('fail_state');
  // read-types.ts and ask-format.ts create these.
  expect(ofKind('extraction', 'locator')).toContain('extraction_format');
  expect(ofKind('extraction', 'pdf')).toContain('extraction_empty');
  expect(ofKind('misc', 'set_variable')).toEqual(
    expect.arrayContaining(['expression_syntax', 'expression_error']),
  );
});

test('finds the errors that interfaces document, but only for the members used', () => {
  expect(target).toEqual(expect.arrayContaining(['locator_not_found', 'model_timeout']));
  expect(ofKind('interaction', 'select_option')).toEqual(
    expect.arrayContaining([...target, 'option_ambiguous', 'download_missing']),
  );
  expect(ofKind('interaction', 'switch_tab')).toEqual(['tab_not_found']);
  expect(ofKind('node', 'python_script_action')).not.toContain('powershell_unavailable');
  expect(ofKind('node', 'sleep_action')).toEqual([]);
});

test('names only classes that the documentation explains', () => {
  const all = actionKinds.flatMap(({ group, kind }) => ofKind(group, kind));
  expect(new Set(all).size).toBeGreaterThan(40);
  expect([...new Set(all)].filter((name) => !ERROR_CLASSES.includes(name))).toEqual([]);
});

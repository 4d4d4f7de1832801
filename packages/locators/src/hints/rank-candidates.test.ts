import { expect, test } from '@jest/globals';
import { rankCandidates } from './rank-candidates.ts';

test('leaves out classes that only show the state of the element', () => {
  const states = [
    'ant-picker-focused',
    'is-active',
    'has_error',
    'hover',
    'Mui-focusVisible',
    'row--selected',
  ];
  expect(byClasses([...states, 'ant-picker', 'hoverboard', 'inactive-users'])).toBe(
    'locator("input.ant-picker.hoverboard.inactive-users")',
  );
  expect(byClasses(states)).toBeUndefined();
});

function byClasses(classes: readonly string[]): string | undefined {
  const candidates = rankCandidates({
    tag: 'input',
    testAttributes: [],
    testId: '',
    id: '',
    name: '',
    ariaLabel: '',
    placeholder: '',
    title: '',
    text: '',
    xpath: '',
    role: '',
    accessibleName: '',
    classes,
  });
  return candidates.find(({ kind }) => kind === 'classes')?.command;
}

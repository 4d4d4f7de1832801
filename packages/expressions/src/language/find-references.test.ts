import { expect, test } from '@jest/globals';
import { findReferences, parseExpression } from '../index.ts';

test.each([
  ['not is_open[0]', ['is_open[0]']],
  ['a[-1] == "x" and len(b) > 2', ['a[-1]', 'b']],
  ['{a[0]} in names[1:]', ['{a[0]}', 'names']],
  ['"{a[0]} of {b.total}"', ['{a[0]}', '{b.total}']],
  ['items[index].strip() if found else [x, -y]', ['items', 'index', 'found', 'x', 'y']],
  ['1 + 2', []],
])('finds what %s reads', (source, expected) => {
  const found = findReferences(parseExpression(source)).map((reference) => {
    if (reference.kind === 'placeholder') return reference.placeholder.source;
    return reference.index === undefined ? reference.name : `${reference.name}[${reference.index}]`;
  });
  expect(found.toSorted()).toEqual(expected.toSorted());
});

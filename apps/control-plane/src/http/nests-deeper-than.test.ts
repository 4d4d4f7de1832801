import { expect, test } from '@jest/globals';
import { nestsDeeperThan } from './nests-deeper-than.ts';

const nests = (json: string, levels: number) => nestsDeeperThan(Buffer.from(json), levels);

test.each([
  ['7', 0],
  ['"[[[{{"', 0],
  [String.raw`"\"[[\\"`, 0],
  ['[1,[2]]', 2],
  ['[[],[],{"a":{}}]', 3],
  ['{"[":"{\\"[","b":[]}', 2],
])('counts the levels of %s as %i', (json, levels) => {
  expect([nests(json, levels), nests(json, levels - 1)]).toEqual([false, levels > 0]);
});

test('agrees with the nesting depth that JSON.parse finds', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0;
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const grow = (levels: number): unknown => {
    const kind = random(levels > 0 ? 4 : 2);
    if (kind === 0) return '[{"\\'.slice(0, random(5));
    if (kind === 1) return random(9);
    const members = Array.from({ length: random(4) }, () => grow(levels - 1));
    return kind === 2
      ? members
      : Object.fromEntries(members.map((value, key) => [`{${key}"`, value]));
  };
  for (let round = 0; round < 500; round += 1) {
    const value = grow(6);
    const depth = depthOf(value);
    const json = JSON.stringify(value, undefined, random(3));
    expect([nests(json, depth), depth > 0 && nests(json, depth - 1)]).toEqual([false, depth > 0]);
  }
});

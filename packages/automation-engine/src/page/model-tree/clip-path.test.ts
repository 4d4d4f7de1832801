import { expect, test } from '@jest/globals';
import { clipByPath } from './clip-path.ts';
import type { Box } from './snapshot-node.ts';

const box: Box = [100, 200, 50, 20];

test.each<[string, Box | undefined]>([
  ['none', undefined],
  ['inset(0px)', [100, 200, 50, 20]],
  ['inset(50%)', [125, 210, 0, 0]],
  ['inset(5px 10% 5px 20px round 4px)', [120, 205, 25, 10]],
  ['inset(1px 2px 3px)', [102, 201, 46, 16]],
  ['inset(500px)', [600, 700, 0, 0]],
  ['inset(calc(100% - 2px))', undefined],
  ['polygon(0px 0px, 100% 0px, 50% 100%)', [100, 200, 50, 20]],
  ['polygon(evenodd, 10px 5px, 10px 15px, 1e1px 10px)', [110, 205, 0, 10]],
  ['circle(0px at 50% 50%)', [100, 200, 0, 0]],
  ['ellipse(10px 0% at 50% 50%)', [100, 200, 0, 0]],
  ['circle(5px at 0px 0px)', undefined],
  ['path("M0 0")', undefined],
])('reads %s', (path, left) => {
  expect(clipByPath(path, box)).toEqual(left);
});

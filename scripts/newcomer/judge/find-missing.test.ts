import { expect, test } from '@jest/globals';
import { findMissingParts, findMissingProducts } from './find-missing.ts';

const click = { command: 'frame_locator("iframe").get_by_role("link")', expect_download: true };
const step = { interaction_action: { click_element: click } };

test('names what an automation lacks', () => {
  const loop = { type: 'for_loop_node', nodes: [step, step] };
  expect(findMissingParts({ nodes: [step, step, step, step, step, step, loop] })).toEqual([]);
  const sleep = { sleep_action: { sleep_time: 1 } };
  expect(findMissingParts({ nodes: [sleep] })).toEqual([
    'It has 1 steps; at least 8 are asked for.',
    'It has no loop.',
    'No locator leads into a frame.',
    'No step expects a download.',
  ]);
});

test('names what a task lacks', () => {
  const expected = { titles: ['B', 'A'], cost: '1.00' };
  const files = new Map([['receipt.csv', 'title,price\n"A",0.50\n"B",0.50\n']]);
  const products = { status: 'success', error: null, output: [{ cost: '1.00' }], files };
  expect(findMissingProducts(products, expected)).toEqual([]);
  expect(findMissingProducts({ ...products, output: [], files: new Map() }, expected)).toEqual([
    'receipt.csv (of no file) has the loans "", not "B; A".',
    'The output does not have the cost 1.00: []',
  ]);
  const failed = { ...products, status: 'failed', error: 'It is gone.' };
  expect(findMissingProducts(failed, expected)).toEqual(['The task is failed: It is gone.']);
});

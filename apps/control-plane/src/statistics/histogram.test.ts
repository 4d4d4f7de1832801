import { expect, test } from '@jest/globals';
import { createHistogram, packBins, readBins } from './histogram.ts';

/** A run as `statistic_run` returns it. */
function runOf(json: string): Buffer {
  const histogram = createHistogram();
  histogram.add(readBins(json), 0);
  const packed = packBins(histogram);
  const rest = packed.subarray(packed.findIndex((byte) => byte !== 0));
  const lengths = Buffer.alloc(8);
  lengths.writeInt32BE(packed.length);
  lengths.writeInt32BE(rest.length, 4);
  return Buffer.concat([lengths, rest]);
}

test('sums of runs do not depend on how many runs were decoded before', () => {
  const histogram = createHistogram();
  const one = runOf('{"70": 1, "73": 127, "74": 128, "90": 20000}');
  const other = runOf('{"0": 3}');
  const many = Buffer.concat(Array.from({ length: 2_000 }, () => one));
  for (const runs of [other, many, other, one]) histogram.add(runs.toString('base64'), 5);
  histogram.add(many, 1);
  const counts = Array.from({ length: 91 }, () => 0);
  [counts[0], counts[70], counts[73], counts[74], counts[90]] = [
    6,
    4_001,
    4_001 * 127,
    4_001 * 128,
    4_001 * 20_000,
  ];
  expect(histogram.counts()).toEqual(counts);
  expect(histogram.totalMs()).toBe(21);
  const none = createHistogram();
  none.add(Buffer.alloc(8).toString('base64'), 0);
  expect([none.counts(), none.summarise()]).toEqual([[], null]);
});

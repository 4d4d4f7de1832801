import { expect, test } from '@jest/globals';
import { compareFigures, type Figures, readFigures } from './compare-figures.ts';

test('finds every number in a report, and names list elements by their `name`', () => {
  const report = {
    rounds: 5,
    chromium: 'Chrome/1',
    load: [1, 2],
    measurements: [
      { name: 'engine', stepMs: { p50: 2 } },
      { name: 'playwright', stepMs: { p50: 3 } },
    ],
  };
  expect([...readFigures(report)]).toEqual([
    ['rounds', 5],
    ['load.0', 1],
    ['load.1', 2],
    ['measurements.engine.stepMs.p50', 2],
    ['measurements.playwright.stepMs.p50', 3],
  ]);
});

test('compares pairs of the same round, and marks differences larger than the spread', () => {
  const compared = compareFigures([
    [measured(10, 100), measured(8, 110)],
    [measured(20, 100), measured(14, 90)],
    [measured(10, 100), measured(9, 105)],
  ]);
  expect(compared).toEqual([
    {
      name: 'stepMs',
      first: 10,
      second: 9,
      ratio: 0.8,
      least: 0.7,
      most: 0.9,
      isBeyondSpread: true,
    },
    {
      name: 'taskMs',
      first: 100,
      second: 105,
      ratio: 1.05,
      least: 0.9,
      most: 1.1,
      isBeyondSpread: false,
    },
  ]);
});

test('leaves out figures that only one commit measures', () => {
  const more = readFigures({ stepMs: 2, pictureMs: 3 });
  const less = readFigures({ stepMs: 1 });
  const names = [[more, less] as const, [less, more] as const].map((round) =>
    compareFigures([round]).map(({ name }) => name),
  );
  expect(names).toEqual([['stepMs'], ['stepMs']]);
});

function measured(step: number, task: number): Figures {
  return readFigures({ rounds: 5, stepMs: step, taskMs: task, failures: 0 });
}

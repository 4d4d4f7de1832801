import { beforeEach, expect, test } from '@jest/globals';
import { createStepStrip } from './step-strip.ts';

let time = 0;
beforeEach(() => {
  time = 0;
});

test('takes one picture at a time and skips steps in between', async () => {
  const strip = createStepStrip(() => time);
  const first = Promise.withResolvers<Uint8Array>();
  strip.picture({ sequence: 0, capture: () => first.promise });
  strip.picture({ sequence: 1, capture: async () => Buffer.from('second') });
  first.resolve(Buffer.from('first'));
  expect(await namesOf(strip, [0, 1])).toEqual(['step-0.jpg']);
  strip.picture({ sequence: 2, capture: async () => Buffer.from('third') });
  expect(await namesOf(strip, [0, 1, 2])).toEqual(['step-2.jpg']);
});

test('rests four times as long as a picture took', async () => {
  const strip = createStepStrip(() => time);
  const capture = async () => {
    time += 30;
    return Buffer.from('picture');
  };
  strip.picture({ sequence: 0, capture });
  expect(await namesOf(strip, [0])).toEqual(['step-0.jpg']);
  time += 119;
  strip.picture({ sequence: 1, capture });
  expect(await namesOf(strip, [1])).toEqual([]);
  time += 1;
  strip.picture({ sequence: 2, capture });
  expect(await namesOf(strip, [2])).toEqual(['step-2.jpg']);
});

test('continues after a page that closed or rendered nothing', async () => {
  const strip = createStepStrip(() => time);
  strip.picture({ sequence: 0, capture: () => Promise.reject(new Error('Target closed')) });
  expect(await namesOf(strip, [0])).toEqual([]);
  strip.picture({ sequence: 1, capture: async () => undefined });
  expect(await namesOf(strip, [1])).toEqual([]);
  strip.picture({ sequence: 2, capture: async () => Buffer.from('there') });
  expect(await namesOf(strip, [2])).toEqual(['step-2.jpg']);
});

test('stops after 200 pictures or 20 MiB', async () => {
  const sizes = [1, 1024 ** 2];
  const counts = await Promise.all(
    sizes.map(async (size) => {
      const strip = createStepStrip(() => time);
      let count = 0;
      for (let sequence = 0; sequence < 300; sequence += 1) {
        strip.picture({ sequence, capture: async () => Buffer.alloc(size) });
        count += (await namesOf(strip, [sequence])).length;
      }
      return count;
    }),
  );
  expect(counts).toEqual([200, 20]);
});

async function namesOf(
  strip: ReturnType<typeof createStepStrip>,
  sequences: readonly number[],
): Promise<readonly string[]> {
  const files = await strip.filesOf(sequences.map((sequence) => ({ sequence })));
  return [...files.values()].map(({ filename }) => filename);
}

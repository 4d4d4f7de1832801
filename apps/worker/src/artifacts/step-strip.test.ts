import { expect, test } from '@jest/globals';
import { createStepStrip } from './step-strip.ts';

test('takes one picture at a time and leaves out what comes meanwhile', async () => {
  const strip = createStepStrip();
  const first = Promise.withResolvers<Uint8Array>();
  strip.picture({ sequence: 0, capture: () => first.promise });
  strip.picture({ sequence: 1, capture: async () => Buffer.from('second') });
  first.resolve(Buffer.from('first'));
  expect(await namesOf(strip, [0, 1])).toEqual(['step-0.jpg']);
  strip.picture({ sequence: 2, capture: async () => Buffer.from('third') });
  expect(await namesOf(strip, [0, 1, 2])).toEqual(['step-2.jpg']);
});

test('goes on after a page that went away or drew nothing', async () => {
  const strip = createStepStrip();
  strip.picture({ sequence: 0, capture: () => Promise.reject(new Error('Target closed')) });
  expect(await namesOf(strip, [0])).toEqual([]);
  strip.picture({ sequence: 1, capture: async () => undefined });
  expect(await namesOf(strip, [1])).toEqual([]);
  strip.picture({ sequence: 2, capture: async () => Buffer.from('there') });
  expect(await namesOf(strip, [2])).toEqual(['step-2.jpg']);
});

test('ends after 200 pictures, or 20 MiB of them', async () => {
  const sizes = [1, 1024 ** 2];
  const counts = await Promise.all(
    sizes.map(async (size) => {
      const strip = createStepStrip();
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

import type { ScreenArea, ScreenPicture } from '@errand/desktop';

/** The same search without shortcuts: correlates all pixels at all positions. */
export function findNaively(screen: ScreenPicture, wanted: ScreenPicture): ScreenArea {
  const { width, height } = wanted;
  const [there, here] = [greyOf(screen), greyOf(wanted)];
  const count = here.length;
  const mean = here.reduce((sum, value) => sum + value, 0) / count;
  const centred = here.map((value) => value - mean);
  let best = { x: 0, y: 0, score: -Infinity };
  for (let y = 0; y <= screen.height - height; y += 1) {
    for (let x = 0; x <= screen.width - width; x += 1) {
      let [sum, squares, products] = [0, 0, 0];
      for (let at = 0; at < count; at += 1) {
        const row = y + Math.floor(at / width);
        const value = there[row * screen.width + x + (at % width)] ?? 0;
        sum += value;
        squares += value * value;
        products += value * (centred[at] ?? 0);
      }
      const score = products / Math.sqrt(Math.max(1, squares - (sum * sum) / count));
      if (score > best.score) best = { x, y, score };
    }
  }
  return { x: best.x, y: best.y, width, height };
}

function greyOf({ pixels }: ScreenPicture): Float64Array {
  return Float64Array.from(
    { length: pixels.length / 4 },
    (_, index) =>
      ((pixels[index * 4] ?? 0) * 77 +
        (pixels[index * 4 + 1] ?? 0) * 150 +
        (pixels[index * 4 + 2] ?? 0) * 29) /
      256,
  );
}

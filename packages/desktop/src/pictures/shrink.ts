import type { ScreenPoint, ScreenSize } from '../desktop.ts';
import type { Grid } from './correlate.ts';
import type { SumOver } from './running-sums.ts';

/**
 * Averages the brightness over squares of a picture, starting at a corner; incomplete squares at
 * the right and bottom are dropped.
 */
export function shrink(
  { width, height }: ScreenSize,
  sumOver: SumOver,
  { side, from }: { readonly side: number; readonly from: ScreenPoint },
): Grid {
  const columns = Math.floor((width - from.x) / side);
  const rows = Math.floor((height - from.y) / side);
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const area = { x: from.x + column * side, y: from.y + row * side, width: side, height: side };
      values[row * columns + column] = sumOver(area) / (side * side);
    }
  }
  return { width: columns, height: rows, values };
}

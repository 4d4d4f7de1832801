import type { GreyPicture } from './grey-picture.ts';

/** Scales a picture up by this factor, interpolating smoothly between the old pixels. */
export function enlarge({ width, height, values }: GreyPicture, scale: number): GreyPicture {
  const wide = stretchRows({ width, height, values }, scale);
  const turned = stretchRows(turn(wide), scale);
  return turn(turned);
}

function stretchRows({ width, height, values }: GreyPicture, scale: number): GreyPicture {
  const stretched = new Uint8Array(width * scale * height);
  const places = Array.from({ length: width * scale }, (_, column) => {
    const place = Math.min(width - 1, Math.max(0, (column + 0.5) / scale - 0.5));
    const left = Math.floor(place);
    return { left, right: Math.min(width - 1, left + 1), share: place - left };
  });
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    for (const [column, { left, right, share }] of places.entries()) {
      const one = values[start + left] ?? 0;
      const other = values[start + right] ?? 0;
      stretched[start * scale + column] = one + (other - one) * share + 0.5;
    }
  }
  return { width: width * scale, height, values: stretched };
}

/** Transposes a picture. */
function turn({ width, height, values }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(values.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      turned[column * height + row] = values[row * width + column] ?? 0;
    }
  }
  return { width: height, height: width, values: turned };
}

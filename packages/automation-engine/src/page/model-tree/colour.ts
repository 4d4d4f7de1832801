/** A colour as a screen shows it. */
export interface Colour {
  /** Each from 0 to 255. */
  readonly rgb: Rgb;
  /** Opacity, from 0 (transparent) to 1. */
  readonly alpha: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Colours look alike if none of red, green and blue differs by more than this. */
const LEAST_DIFFERENCE = 10;
const ANY_COLOUR = /(?:rgba?|oklch|oklab|lch|lab|color)\([^()]*\)/g;

/** Parses a colour as computed styles write it. Undefined for any other notation. */
export function readColour(text: string): Colour | undefined {
  const [, space = '', inside = ''] = /^([a-z-]+)\(([^()]*)\)$/.exec(text) ?? [];
  const words = inside.split(/[\s,/]+/);
  if (space === 'color') return toColour(words[0] ?? '', words.slice(1));
  return toColour(space === 'rgba' ? 'rgb' : space, words);
}

/** Returns all colours in a CSS image, such as a gradient. */
export function coloursIn(image: string): readonly (Colour | undefined)[] {
  return (image.match(ANY_COLOUR) ?? []).map(readColour);
}

/** Returns the opacity of a colour: 0 if it is missing, 1 if it cannot be read. */
export function alphaOf(text: string): number {
  return text === '' ? 0 : (readColour(text)?.alpha ?? 1);
}

export function looksLike(first: Colour, second: Colour): boolean {
  return first.rgb.every((part, at) => Math.abs(part - (second.rgb[at] ?? 0)) <= LEAST_DIFFERENCE);
}

function toColour(space: string, words: readonly string[]): Colour | undefined {
  const numbers = words.map((word) => (word === 'none' ? 0 : Number.parseFloat(word)));
  const [first, second, third, alpha = 1] = numbers;
  const convert = spaces[space];
  if (!convert || first === undefined || second === undefined || third === undefined) {
    return undefined;
  }
  return numbers.some(Number.isNaN) ? undefined : { rgb: convert(first, second, third), alpha };
}

type Convert = (first: number, second: number, third: number) => Rgb;

const spaces: Readonly<Record<string, Convert>> = {
  rgb: (red, green, blue) => [red, green, blue],
  srgb: (red, green, blue) => [red * 255, green * 255, blue * 255],
  // A wider colour space, but close enough to tell whether two colours look alike.
  'display-p3': (red, green, blue) => [red * 255, green * 255, blue * 255],
  'srgb-linear': toScreen,
  oklab: fromOklab,
  oklch: (light, chroma, hue) => fromOklab(light, ...fromPolar(chroma, hue)),
  lab: fromLab,
  lch: (light, chroma, hue) => fromLab(light, ...fromPolar(chroma, hue)),
};

function fromPolar(chroma: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** Converts linear light, as the sRGB standard defines. */
function toScreen(...linear: [number, number, number]): Rgb {
  const [red, green, blue] = linear.map((light) => {
    const part = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.min(1, Math.max(0, part)) * 255;
  });
  return [red ?? 0, green ?? 0, blue ?? 0];
}

// The constants of these two functions are from CSS Color 4.
function fromOklab(light: number, a: number, b: number): Rgb {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return toScreen(
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  );
}

function fromLab(light: number, a: number, b: number): Rgb {
  const middle = (light + 16) / 116;
  const x = 0.96422 * fromLabPart(middle + a / 500);
  const y = fromLabPart(middle);
  const z = 0.82521 * fromLabPart(middle - b / 200);
  return toScreen(
    3.1338561 * x - 1.6168667 * y - 0.4906146 * z,
    -0.9787684 * x + 1.9161415 * y + 0.033454 * z,
    0.0719453 * x - 0.2289914 * y + 1.4052427 * z,
  );
}

function fromLabPart(part: number): number {
  return part > 6 / 29 ? part ** 3 : 3 * (6 / 29) ** 2 * (part - 4 / 29);
}

/**
 * One step into a value: a list position (negative from the end), a list position from a loop, or a
 * key.
 */
export type PathStep =
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'loop-index'; readonly indexName: string }
  | { readonly kind: 'key'; readonly key: string };

/** A reference to a value. `source` is its original text, including braces. */
export type Placeholder =
  /** `{name[0]}`, `{name[index]}`, `{name.path}`; the path is never empty. */
  | {
      readonly kind: 'variable';
      readonly source: string;
      readonly name: string;
      readonly path: readonly PathStep[];
    }
  /** `{index}`: the iteration number. Plain text where no loop has an index of that name. */
  | { readonly kind: 'loop-index'; readonly source: string; readonly indexName: string }
  /** `{index_of(name)}`: the iteration number of the loop over `name`. */
  | { readonly kind: 'index-of'; readonly source: string; readonly name: string }
  /**
   * `{locator[row]}`: the current match of a locator loop. Its value is the source of a locator
   * expression.
   */
  | { readonly kind: 'loop-locator'; readonly source: string; readonly indexName: string };

const IDENTIFIER = '[A-Za-z_]\\w*';
const step = `\\[\\s*(?:-?\\d{1,9}|${IDENTIFIER})\\s*\\]|\\.[A-Za-z_][\\w-]*`;
const placeholderPattern = new RegExp(
  `\\{\\s*(?:index_of\\(\\s*(?<indexOf>${IDENTIFIER})\\s*\\)|(?<name>${IDENTIFIER})(?<path>(?:${step})*))\\s*\\}`,
  'g',
);
const stepPattern = new RegExp(step, 'g');

/**
 * Finds the placeholders in a string, in order. Braces around anything else (JSON, CSS, `\d{2,3}`)
 * are plain text.
 */
export function findPlaceholders(
  text: string,
): { readonly start: number; readonly placeholder: Placeholder }[] {
  return [...text.matchAll(placeholderPattern)].map((match) => ({
    start: match.index,
    placeholder: toPlaceholder(match),
  }));
}

function toPlaceholder(match: RegExpExecArray): Placeholder {
  const [source] = match;
  const { indexOf, name = '', path: pathText = '' } = match.groups ?? {};
  if (indexOf !== undefined) return { kind: 'index-of', source, name: indexOf };
  const path = [...pathText.matchAll(stepPattern)].map(([text]) => toPathStep(text));
  const [first] = path;
  if (!first) return { kind: 'loop-index', source, indexName: name };
  if (name === 'locator' && path.length === 1 && first.kind === 'loop-index') {
    return { kind: 'loop-locator', source, indexName: first.indexName };
  }
  return { kind: 'variable', source, name, path };
}

function toPathStep(text: string): PathStep {
  if (text.startsWith('.')) return { kind: 'key', key: text.slice(1) };
  const inside = text.slice(1, -1).trim();
  if (/^-?\d/.test(inside)) return { kind: 'index', index: Number(inside) };
  return { kind: 'loop-index', indexName: inside };
}

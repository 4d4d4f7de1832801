import type { Tree } from '@lezer/common';

/** Deeper code was not written by a person, and takes long to read. */
const DEEPEST = 600;
/** Nodes that are nested in each other only if the source nests brackets, blocks or templates. */
const nests = new Set(
  'ArgList ArrayExpression Block Body ClassBody DictionaryExpression FormatReplacement FormatString Interpolation ObjectExpression ParenthesizedExpression SetExpression TemplateString TupleExpression'.split(
    ' ',
  ),
);

/** Returns whether code is nested too deeply to be read. */
export function isTooDeep(tree: Tree): boolean {
  const cursor = tree.cursor();
  let depth = 0;
  for (;;) {
    if (nests.has(cursor.name)) depth += 1;
    if (depth > DEEPEST) return true;
    if (cursor.firstChild()) continue;
    // Leaves the nodes that end here.
    for (;;) {
      if (nests.has(cursor.name)) depth -= 1;
      if (cursor.nextSibling()) break;
      if (!cursor.parent()) return false;
    }
  }
}

/**
 * Returns whether brackets, or signs before a value, are nested so deeply that parsing alone would
 * take long. Strings and comments of one line do not count.
 */
export function hasDeepBrackets(source: string): boolean {
  let depth = 0;
  for (const [token] of source.matchAll(TOKENS)) {
    if (SIGNS.test(token)) return true;
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}

const SIGNS = RegExp(`^[-+]{${DEEPEST}}`);
const TOKENS = /[([{)\]}]|[-+]{2,}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:\/\/|#)[^\n]*/g;

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

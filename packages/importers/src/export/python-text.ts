import { parseTemplate } from '@errand/expressions';
import { type SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { quote } from '../draft/locators.ts';

/** Writes a string as Python: a string with placeholders is bound when the script runs. */
export function pythonText(text: string): string {
  return hasPlaceholder(text) ? `bind(${quote(text)})` : quote(text);
}

const hasPlaceholder = (text: string): boolean =>
  parseTemplate(text).segments.some(({ kind }) => kind === 'placeholder');

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const FINDERS = /^(?:get_by_\w+|locator|frame_locator)$/;

/** Writes a locator in Playwright's notation: on the page, with values instead of placeholders. */
export function pythonLocator(command: string): string {
  const source = `(${command}\n)`;
  const edits = collectEdits(source, editOfLocator);
  const changed = applyEdits(source, edits).slice(1, -2).trim();
  const isOfPage = changed.startsWith('page.') || changed.startsWith('current[');
  return asOneExpression(isOfPage ? changed : `page.${changed}`);
}

/** Code of several lines continues to its closing parenthesis. */
const asOneExpression = (code: string): string => (code.includes('\n') ? `(${code})` : code);

/** A comment would hide the code that follows on its line. */
const withoutComment = ({ name, from, to }: SyntaxNode): Edit | undefined =>
  name === 'Comment' ? { from, to, text: '' } : undefined;

function editOfLocator(node: SyntaxNode, source: string): Edit | undefined {
  const text = source.slice(node.from, node.to);
  if ((node.name === 'String' || node.name === 'ContinuedString') && hasPlaceholder(text)) {
    return { from: node.from, to: node.to, text: `bind(${text})` };
  }
  if (node.name === 'SetExpression' || node.name === 'DictionaryExpression') {
    const loop = /^\{\s*locator\[\s*(?<index>\w+)\s*\]\s*\}$/.exec(text)?.groups?.['index'];
    if (loop !== undefined)
      return { from: node.from, to: node.to, text: `current[${quote(loop)}]` };
    const isNumber = /\.nth\(\s*$/.test(source.slice(0, node.from));
    const bound = `bind(${quote(text)})`;
    return { from: node.from, to: node.to, text: isNumber ? `int(${bound})` : bound };
  }
  if (node.name === 'PropertyName' && text === 'visible' && node.nextSibling === null) {
    const isCall = node.parent?.nextSibling?.name === 'ArgList';
    return isCall ? undefined : { from: node.from, to: node.to, text: 'filter(visible=True)' };
  }
  const isNested = node.name === 'VariableName' && FINDERS.test(text) && node.from > 1;
  return isNested ? { from: node.from, to: node.from, text: 'page.' } : undefined;
}

const pythonNames = new Set(
  'False None True abs all and any bool dict else float for if in int is len list lower max min not or range re round sorted str sum upper'.split(
    ' ',
  ),
);

/** Writes an Errand expression as Python. */
export function pythonExpression(expression: string): string {
  const source = `(${expression}\n)`;
  const edits = collectEdits(source, editOfExpression);
  return asOneExpression(applyEdits(source, edits).slice(1, -2).trim());
}

function editOfExpression(node: SyntaxNode, source: string): Edit | undefined {
  const text = source.slice(node.from, node.to);
  if (node.name === 'SetExpression' || node.name === 'DictionaryExpression') {
    return { from: node.from, to: node.to, text: `value_of(${quote(text)})` };
  }
  if (node.name === 'String' && hasPlaceholder(text)) {
    return { from: node.from, to: node.to, text: `bind(${text})` };
  }
  if (node.name !== 'VariableName' || pythonNames.has(text)) return undefined;
  const isIndex = node.parent?.name === 'MemberExpression' && node.prevSibling?.name === '[';
  return {
    from: node.from,
    to: node.to,
    text: isIndex ? `loops[${quote(text)}]` : `values[${quote(text)}]`,
  };
}

/** Returns the edits of the outermost nodes for which `editOf` returns one. */
function collectEdits(
  source: string,
  editOf: (node: SyntaxNode, source: string) => Edit | undefined,
): Edit[] {
  const edits: Edit[] = [];
  parser.parse(source).iterate({
    enter: (at) => {
      const edit = withoutComment(at.node) ?? editOf(at.node, source);
      if (!edit) return true;
      edits.push(edit);
      return false;
    },
  });
  return edits;
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce(
      (text, { from, to, text: wanted }) => text.slice(0, from) + wanted + text.slice(to),
      source,
    );
}

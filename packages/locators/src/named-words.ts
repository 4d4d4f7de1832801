import type { LocatorExpression } from './locator-expression.ts';
import type { SelectorPart } from './selectors/selector-part.ts';

/** Parts that only choose among elements and carry no name. */
const choosing = new Set(['nth', 'visible', 'internal:visible']);
const quoted = String.raw`"((?:[^"\\]|\\.)*)"[is]`;
const namedRole = new RegExp(String.raw`\[name=${quoted}\]`, 'su');
const attribute = new RegExp(String.raw`^\[[\w-]+=${quoted}\]$`, 'su');
const TEXT = /^"(?:[^"\\]|\\.)*"[is]$/su;

/**
 * Returns the element's own name, if the locator ends with one: the name of a role, a text, label,
 * placeholder or title.
 */
export function namedWords({ target }: LocatorExpression): string | undefined {
  const part = target.findLast(({ kind, ...rest }) => {
    return !(kind === 'engine' && 'name' in rest && choosing.has(rest.name));
  });
  return part && wordsOf(part);
}

function wordsOf(part: SelectorPart): string | undefined {
  if (part.kind !== 'engine') return undefined;
  const { name, body } = part;
  if (name === 'internal:role') return unescape(namedRole.exec(body)?.[1]);
  if (name === 'internal:attr') return unescape(attribute.exec(body)?.[1]);
  if (name !== 'internal:text' && name !== 'internal:label') return undefined;
  return TEXT.test(body) ? String(JSON.parse(body.slice(0, -1))) : undefined;
}

function unescape(words: string | undefined): string | undefined {
  return words?.replaceAll(/\\(.)/gsu, '$1');
}

import type { Asked } from '../locator-expression.ts';
import type { Argument, Step } from '../python/command-tree.ts';
import type { BindingContext } from './binding-context.ts';
import { boundText } from './write-step.ts';

const WORD_STEPS = /^get_by_(?:text|label|placeholder|alt_text|title)$/;

/**
 * Returns what a step that finds elements searches for; undefined for a step that picks, narrows or
 * enters a frame.
 */
export function readAsked(step: Step, context: BindingContext): Asked | undefined {
  const [first] = step.arguments ?? [];
  const text = first && textOf(first, context);
  if (!step.arguments || text === undefined) return undefined;
  if (step.name === 'get_by_role') {
    const role = text.toLowerCase();
    return { step: step.name, role, words: wordsIn(step, ['name'], context), names: [] };
  }
  if (step.name === 'get_by_test_id') return { step: step.name, words: [], names: [text] };
  if (WORD_STEPS.test(step.name)) return { step: step.name, words: [text], names: [] };
  if (step.name !== 'locator') return undefined;
  const more = wordsIn(step, ['has_text'], context);
  const asked = readSelectorText(text);
  return { ...asked, step: step.name, words: [...asked.words, ...more] };
}

function wordsIn(step: Step, keywords: readonly string[], context: BindingContext): string[] {
  return (step.arguments ?? [])
    .filter(({ keyword }) => keyword !== undefined && keywords.includes(keyword))
    .map((argument) => textOf(argument, context) ?? '')
    .filter((text) => text !== '');
}

/** Reduces a pattern to its plain text. */
function textOf({ value }: Argument, context: BindingContext): string | undefined {
  const text = boundText(value, context);
  if (value.kind !== 'pattern') return text;
  return text
    ?.replaceAll(/\\[bBdDsSwWAZ]|\(\?[^)]*?[:)=!]|\[[^\]]*\]|\{\d*,?\d*\}|[\^$.*+?()|]/g, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .trim();
}

/** Reads what CSS, XPath or `text=` requires of the last element in the selector. */
export function readSelectorText(selector: string): Omit<Asked, 'step'> {
  const last = selector.split('>>').at(-1)?.trim() ?? '';
  const text = /^text\s*=\s*["']?([^]*?)["']?$/.exec(last)?.[1];
  if (text !== undefined) return { words: [text], names: [] };
  const role = /^role\s*=\s*(\w+)/.exec(last)?.[1];
  if (role !== undefined) return { role, words: quotedIn(last), names: [] };
  if (/^(?:xpath\s*=|\(*\/|\.\.)/.test(last)) return readXpath(last.replace(/^xpath\s*=/, ''));
  return readCss(last);
}

function readXpath(xpath: string): Omit<Asked, 'step'> {
  const names: string[] = [];
  const words: string[] = [];
  const compared =
    /@([\w-]+)\s*(?:=|,)\s*(["'])(.*?)\2|(?:text\(\)|\.|\))\s*(?:=|,)\s*(["'])(.*?)\4/g;
  for (const [, attribute, , value = '', , text] of xpath.matchAll(compared)) {
    if (text !== undefined) words.push(text);
    else (isReadable(attribute) ? words : names).push(value);
  }
  const tag = /\/([a-z][\w-]*)(?:\[[^/]*\])?$/i.exec(xpath.trim())?.[1]?.toLowerCase();
  return { words, names, ...(tag === undefined ? {} : { tag }) };
}

function readCss(css: string): Omit<Asked, 'step'> {
  const names: string[] = [];
  const words: string[] = [];
  const simple =
    /\[\s*([\w-]+)\s*[~|^$*]?=\s*["']?([^\]"']*)["']?[^\]]*\]|[#.]((?:[\w-]|\\.)+)|:(?:has-)?text(?:-is)?\(\s*["']?([^"')]*)["']?\s*\)/g;
  const compounds = css.split(/[\s>+~]+(?![^[(]*[\])])/);
  const last = compounds.at(-1) ?? '';
  const hasOwnName = /[#.[]/.test(last);
  for (const [, attribute, value = '', name, text] of (hasOwnName ? last : css).matchAll(simple)) {
    if (text !== undefined) words.push(text);
    else if (name !== undefined) names.push(name.replaceAll(/\\(.)/g, '$1'));
    else (isReadable(attribute) ? words : names).push(value);
  }
  const tag = /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase();
  return { words, names, ...(tag === undefined ? {} : { tag }) };
}

function isReadable(attribute: string | undefined): boolean {
  return /^(?:aria-label|placeholder|title|alt|value)$/.test(attribute ?? '');
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/(["'])(.*?)\1/g)].map(([, , quoted]) => quoted ?? '');
}

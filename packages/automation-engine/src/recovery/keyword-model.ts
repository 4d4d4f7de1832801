import { shownLines } from '../test/scripted-answers.ts';

/** Only the German that the pages need; a real model knows more. */
const meanings = new Map([
  ['auftrag', 'order'],
  ['speichern', 'save'],
  ['kunden', 'customer'],
  ['holzart', 'kind wood'],
  ['expresslieferung', 'express delivery'],
  ['rechnung', 'invoice'],
  ['drucken', 'print'],
]);
const kinds: Readonly<Record<string, RegExp>> = {
  click_element: /<(?:button|a|div|span)\b/,
  input_text: /<(?:input|textarea)\b(?!.*type=checkbox)/,
  select_option: /<select\b/,
  check: /type=checkbox/,
};

/**
 * Picks like a careful model: by the quoted words, only among elements that the action can act on,
 * and nothing when in doubt.
 */
export function pickByKeywords({ texts }: { readonly texts: readonly string[] }) {
  const asked = texts[0] ?? '';
  const wanted = wordsOf(/"([^"]+)"/.exec(asked.split('\n')[1] ?? '')?.[1] ?? '');
  const scored = elementsFor(texts)
    .map(({ index, words }) => ({ index, score: share(wanted, words) }))
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  const isSure = best !== undefined && best.score >= 0.99 && best.score > (second?.score ?? 0);
  return isSure
    ? { json: { index: best.index, reason: 'All words are there.' } }
    : { json: { index: -1, reason: 'Nothing fits, or several do.' } };
}

/** Picks like a careless model: the first element that the action can act on. */
export function pickFirst({ texts }: { readonly texts: readonly string[] }) {
  const [first] = elementsFor(texts);
  return { json: { index: first?.index ?? -1, reason: 'It is the first one.' } };
}

/** The elements that the step's action can act on. */
function elementsFor(texts: readonly string[]) {
  const kind = kinds[/The step: (\w+)/.exec(texts[0] ?? '')?.[1] ?? ''] ?? /./;
  return elementsIn(shownLines({ texts })).filter(({ line }) => kind.test(line));
}

/** All elements, with the words of their lines. */
function elementsIn(lines: readonly string[]) {
  return lines.flatMap((line, at) => {
    const index = /\[(\d+)\]</.exec(line)?.[1];
    if (index === undefined) return [];
    const depth = depthOf(line);
    const end = lines.findIndex((other, below) => below > at && depthOf(other) <= depth);
    const below = lines.slice(at + 1, end < 0 ? lines.length : end);
    // Ids are identifiers for programs, not words.
    const said = [line.replace(/ id=\S+/, ''), ...below].join(' ');
    return [{ index: Number(index), line, words: wordsOf(said) }];
  });
}

function depthOf(line: string): number {
  return /^\t*/.exec(line)?.[0].length ?? 0;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = words.flatMap((word) => (meanings.get(word) ?? word).split(' '));
  const small = new Set(['of', 'the', 'des']);
  return new Set(known.filter((word) => !small.has(word)));
}

function share(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...wanted].filter((word) => words.has(word)).length / Math.max(1, wanted.size);
}

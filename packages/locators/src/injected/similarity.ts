/** Synonyms in user interfaces; each pattern is replaced with its word. */
const sameMeaning: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['signin', /\b(?:log ?in|sign ?in|log ?on)\b/g],
  ['signout', /\b(?:log ?out|sign ?out|log ?off)\b/g],
  ['signup', /\b(?:sign ?up|register|create (?:an )?account|join now)\b/g],
  ['lastname', /\b(?:surname|last ?name|family ?name)\b/g],
  ['firstname', /\b(?:first ?name|given ?name|forename)\b/g],
  ['postcode', /\b(?:zip(?: ?code)?|post(?:al)? ?code)\b/g],
  ['phone', /\b(?:tele)?phone(?: ?(?:number|no))?\b/g],
  ['email', /\be ?mail(?: ?address)?\b/g],
  ['delete', /\b(?:remove|erase|discard|trash)\b/g],
  ['search', /\b(?:find|look ?up)\b/g],
  ['next', /\b(?:continue|proceed|forward)\b/g],
  ['ok', /\b(?:okay|confirm)\b/g],
  ['save', /\b(?:apply|store)\b/g],
  ['submit', /\bsend\b/g],
  ['add', /\b(?:create|new)\b/g],
  ['edit', /\b(?:modify|change|update)\b/g],
  ['cancel', /\b(?:dismiss|close)\b/g],
  ['cart', /\b(?:basket|shopping ?bag)\b/g],
];
const smallWords = new Set(['the', 'a', 'an', 'of', 'to', 'your', 'my', 'please', 'and', 'for']);

/**
 * Returns the similarity of two strings, 0 to 1. Ignores case, accents and punctuation; misspelt
 * words score slightly less.
 */
export function similarity(wanted: string, found: string): number {
  const [left, right] = [wordsOf(wanted), wordsOf(found)];
  if (left.length === 0 || right.length === 0) return 0;
  if (left.join('') === right.join('')) return 1;
  const recall = share(left, right);
  const precision = share(right, left);
  const both = recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
  const byWords = 0.6 * Math.max(recall, 0.9 * precision) + 0.38 * both;
  return Math.max(byWords, 0.95 * likeness(left.join(' '), right.join(' ')));
}

/** Returns the share of a short text's words that occur in a longer one. */
export function coverage(short: string, long: string): number {
  const words = wordsOf(short);
  return words.length === 0 ? 0 : share(words, wordsOf(long));
}

function wordsOf(text: string): string[] {
  let plain = text
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const [word, pattern] of sameMeaning) plain = plain.replaceAll(pattern, word);
  const words = plain.split(' ').filter((word) => word !== '');
  const weighty = words.filter((word) => !smallWords.has(word));
  return weighty.length > 0 ? weighty : words;
}

function share(words: readonly string[], others: readonly string[]): number {
  const best = words.map((word) =>
    Math.max(0, ...others.map((other) => wordLikeness(word, other))),
  );
  return best.reduce((sum, one) => sum + one, 0) / words.length;
}

function wordLikeness(left: string, right: string): number {
  if (left === right) return 1;
  const shorter = Math.min(left.length, right.length);
  if (shorter >= 4 && (left.startsWith(right) || right.startsWith(left))) return 0.85;
  if (shorter < 4) return 0;
  const likely = likeness(left, right);
  return likely >= 0.7 ? likely : 0;
}

/** 1 minus the edit distance (a swap of neighbours counts once) relative to the longer text. */
export function likeness(left: string, right: string): number {
  const longer = Math.max(left.length, right.length);
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? longer) + 1 : longer,
      );
    }
    before = previous;
    previous = current;
  }
  return 1 - (previous[right.length] ?? longer) / longer;
}

// How a field may change text and still contain it. Pure functions; they run inside the page like
// the others.

/**
 * Whether a field that contains `now` has accepted the text. A page may format it: add white space,
 * punctuation, grouping, a currency or a country code, change the case, drop the separators of a
 * number or code. All letters and digits of the text must be there, in order, and a number must
 * keep its value.
 */
export function holdsText(text: string, now: string, before: string): boolean {
  const wanted = foldSpace(text);
  const held = foldSpace(now);
  if (held === wanted) return true;
  if (wanted === '') return !/[\p{L}\p{N}]/u.test(held) || /^\+\d{1,3}[^\p{L}\p{N}]*$/u.test(held);
  const old = foldSpace(before);
  if (old !== '' && (held === old + wanted || held === wanted + old)) return false;
  if (isPlainNumber(wanted)) {
    const readings = readNumber(held);
    if (readings.length > 0) return readings.includes(canonicalNumber(wanted));
    if (/^[+-]|[.,]/.test(wanted)) return false;
  }
  if (isLaidOut(wanted, held)) return true;
  const withoutCountry = held.replace(/^\+\d{1,3}(?=[\s(.-])/, '');
  return !wanted.startsWith('+') && !/\p{L}/u.test(wanted) && isLaidOut(wanted, withoutCountry);
}

/** Like `holdsText`, for multi-line text, line by line. */
export function holdsLines(text: string, now: string, before: string): boolean {
  const wanted = text.trim().split(/\r?\n/);
  const held = now.trim().split('\n');
  if (wanted.length === 1 && held.length === 1) return holdsText(text, now, before);
  return (
    wanted.length === held.length &&
    wanted.every((line, index) => foldSpace(line) === foldSpace(held[index] ?? ''))
  );
}

/**
 * Like `holdsText`, for an editor, which may draw lists and quotes in its own way. White space and
 * punctuation may differ, but not the sign of a number in a one-line text, nor punctuation within
 * words and numbers, as in `1.50` and `a@b.example`.
 */
export function holdsEditedText(text: string, now: string): boolean {
  const wanted = withoutSpace(text);
  const held = withoutSpace(now);
  if (held === wanted) return true;
  const letters = lettersOf(wanted);
  if (letters === '' || letters !== lettersOf(held)) return false;
  return /[\r\n]/.test(text.trim()) || signsOf(text) === signsOf(now);
}

/**
 * Returns signs before numbers, and single signs between letters and digits, together with the
 * adjacent characters.
 */
function signsOf(text: string): string {
  const plain = text
    .normalize()
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const signs = /(?<![\p{L}\p{N}])[+-]\p{N}|(?<=[\p{L}\p{N}])[^\s\p{L}\p{N}](?=[\p{L}\p{N}])/gu;
  return [...plain.matchAll(signs)].map(([sign]) => sign).join(' ');
}

function withoutSpace(text: string): string {
  return text.normalize().replaceAll(/[\s\u200B-\u200D\u2060\uFEFF]/g, '');
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function foldSpace(text: string): string {
  return text
    .normalize()
    .replaceAll(/[\s\u200B-\u200D\u2060\uFEFF]+/g, ' ')
    .trim();
}

/** Text with a significant leading zero is a code, not a number. */
function isPlainNumber(text: string): boolean {
  return /^[+-]?(?:0|[1-9]\d*)(?:[.,]\d+)?$/.test(text);
}

/** `-12.50` and `-12,5` are the same number. */
function canonicalNumber(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^\+/, '').split(/[.,]/);
  const decimals = fraction.replace(/0+$/, '');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/**
 * Returns the numbers that a text can mean: `1.234` is over one thousand or just over one, `$
 * 1,234.50` only one number. Empty if it is not a number, such as `12.34.56` or `(555) 123-4567`.
 */
function readNumber(text: string): string[] {
  const shape = /^(?<prefix>[^\d]*)(?<digits>\d[\d.,'\u2019 ]*?)(?<suffix>[^\d]*)$/u.exec(text);
  const { prefix = '', digits = '', suffix = '' } = shape?.groups ?? {};
  const affixes = prefix + suffix;
  const letters = affixes.replaceAll(/[^\p{L}]/gu, '');
  const isNumber = /^[\p{L}\p{Sc} +\-\u2212%().]*$/u.test(affixes) && letters.length <= 3;
  if (!isNumber || digits === '') return [];
  const isNegative = /[-\u2212]/.test(affixes) || (prefix.endsWith('(') && suffix.startsWith(')'));
  const patterns: [RegExp, string][] = [
    [/^(?:\d+|\d{1,3}(?:[,'\u2019 ]\d{2,3})*[,'\u2019 ]\d{3})(?:\.\d+)?$/, '.'],
    [/^(?:\d+|\d{1,3}(?:[.'\u2019 ]\d{2,3})*[.'\u2019 ]\d{3})(?:,\d+)?$/, ','],
  ];
  const found = patterns.flatMap(([pattern, point]) => {
    if (!pattern.test(digits)) return [];
    const [whole = '', fraction = ''] = digits.split(point);
    const plain = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
    return [canonicalNumber(`${isNegative ? '-' : ''}${plain}.${fraction}`)];
  });
  return [...new Set(found)];
}

/** Whether the page has only added to the text, or dropped separators without meaning. */
function isLaidOut(text: string, now: string): boolean {
  const droppable = droppableOf(text);
  const wanted = text.toLowerCase().split('');
  let next = 0;
  for (const character of now.toLowerCase().split('')) {
    while (
      next < wanted.length &&
      wanted[next] !== character &&
      droppable.test(wanted[next] ?? '')
    ) {
      next += 1;
    }
    if (wanted[next] === character) next += 1;
    else if (/[\p{L}\p{N}]/u.test(character)) return false;
  }
  return wanted.slice(next).every((character) => droppable.test(character));
}

/**
 * Matches characters without meaning: separators between digits, and spaces and hyphens of a code
 * with at least as many digits as letters.
 */
function droppableOf(text: string): RegExp {
  const digits = text.replaceAll(/\P{N}/gu, '').length;
  if (!/\p{L}/u.test(text)) return isPlainNumber(text) ? /[^\s\S]/ : /[\s\-().,/:]/;
  const isCode = /^[a-z\d\s-]+$/i.test(text) && digits * 2 >= text.replaceAll(/[\s-]/g, '').length;
  return isCode ? /[\s-]/ : /[^\s\S]/;
}

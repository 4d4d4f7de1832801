/** Words that appear near a code, in the languages of the portals. */
const NEAR_WORDS =
  /code|\botp\b|passcode|one[- ]time|einmal|verif|bestätigung|authenti|\b2fa\b|\btan\b|\bpin\b|token|código|codice/giu;
/** Maximum distance between a code and one of these words, in characters. */
const NEAR = 80;
/** Text that looks like a code but is not. Replaced with spaces, so that distances stay the same. */
const OTHERS: readonly RegExp[] = [
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /[^\s@]{1,254}@\S+/gu,
  // Codes of other kinds.
  /\b(?:promo(?:tion)?|discount|coupon|voucher|gift|zip|post(?:al)?|area|country|error|status|source|sort|bar|qr|tax|dress)[ -]?(?:card )?codes?\b(?: (?:is|ist))?[ :=#]*(?:[\p{L}\d-]{0,40}\d[\p{L}\d-]*)?/giu,
  // Dates and times.
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/gu,
  /\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/gu,
  /\b\d{1,2}\.? ?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*\.?,? ?\d{0,4}\b/giu,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.? \d{1,2}(?:,? \d{4})?\b/giu,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/gu,
  /\b(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\b/gu,
  // Prices.
  /[$€£¥]\s?\d[\d.,\s]*|\b(?:usd|eur|gbp|chf)\s?\d[\d.,]*/giu,
  /\d[\d.,]{0,20}\s?(?:[$€£¥%]|\b(?:usd|eur|gbp|chf)\b)/giu,
  /\b\d{1,3}(?:[.,]\d{3}){0,6}[.,]\d{2}\b/gu,
  // Telephone numbers, and longer numbers of any kind.
  /\+\d[\d\s()./-]{5,}\d/gu,
  /\(\d{2,5}\)[\d\s./-]{4,}\d/gu,
  /(?<!\d)\d{2,5}(?:[\s./-]\d{2,5}){2,}(?!\d)/gu,
  /\d{9,}/gu,
  // Quantities, and how long a code is valid.
  /\b(?:order|invoice|ticket|case|reference|ref|customer|account|rechnung|auftrag|kunden\p{L}*)\b(?: (?:no|nr|number|id|nummer))?[.:# ]*[\p{L}\d-]{0,40}\d[\p{L}\d-]*/giu,
  /#\d+/gu,
  /\b\d+ ?(?:minutes?|minuten?|mins?|hours?|stunden?|seconds?|sekunden?|days?|tagen?)\b/giu,
];
/** Maximum number of characters in a code; anything longer is text. */
const LONGEST = 64;
/** 6 to 8 digits, optionally in two groups, optionally after a letter. */
const DIGITS = /(?<![\p{L}\d.,-])(?:[A-Z]-)?(\d{3,4}[ -]\d{3,4}|\d{6,8})(?![\p{L}\d]|[.,-]\d)/gu;
/** 6 to 8 digits, each in its own box. */
const BOXES = /(?<![\p{L}\d.,-]|\d\s)(\d(?:\s\d){5,7})(?!\s?\d|\p{L})/gu;
/** 4 or 5 digits count as a code only right after one of these words. */
const SHORT =
  /(?:code|otp|passcode|pin|tan|código|codice)\b(?:\s+(?:is|ist|lautet|es|è))?\s*[:=]?\s*(\d{4,5})(?![\p{L}\d]|[.,-]\d)/giu;
/** Capital letters and digits, at least one of each. */
const MIXED = /(?<![\p{L}\d_-])((?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,10})(?![\p{L}\d_-])/gu;

/**
 * Candidates for one-time codes in a text, the likeliest first, without inner spaces and hyphens.
 */
export function findCodes(text: string): string[] {
  const cleared = OTHERS.reduce(
    (rest, pattern) => rest.replace(pattern, (match) => ' '.repeat(match.length)),
    text,
  );
  const words = [...cleared.matchAll(NEAR_WORDS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const near = [DIGITS, BOXES, MIXED]
    .flatMap((pattern) => [...cleared.matchAll(pattern)])
    .map((match) => ({ code: readCode(match), distance: distanceTo(match, words) }))
    .filter(({ distance }) => distance <= NEAR);
  const short = [...cleared.matchAll(SHORT)].map((match) => ({
    code: readCode(match),
    distance: 0,
  }));
  const sorted = [...near, ...short].toSorted((one, other) => one.distance - other.distance);
  return [...new Set(sorted.map(({ code }) => code))];
}

/**
 * Whether a text contains this code in any grouping, but not as part of a longer number or word.
 */
export function hasCode(text: string, code: string): boolean {
  const characters = Array.from(code.replaceAll(/[\s-]/g, ''));
  if (characters.length === 0 || characters.length > LONGEST) return false;
  const written = characters.map(escape).join(String.raw`[\s-]*`);
  const [before, after] = [characters[0], characters.at(-1)].map(alikeOf);
  return new RegExp(`(?<!${before})${written}(?!${after})`, 'u').test(text);
}

function escape(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
}

/** Pattern of the characters that would extend a code that starts or ends with this one. */
function alikeOf(character = ''): string {
  return /\d/.test(character) ? String.raw`\d` : String.raw`\p{L}`;
}

function readCode([, code = '']: RegExpExecArray): string {
  return code.replaceAll(/[\s-]/g, '');
}

function distanceTo(
  match: RegExpExecArray,
  words: readonly { readonly start: number; readonly end: number }[],
): number {
  const end = match.index + match[0].length;
  const distances = words.map((word) =>
    Math.max(0, word.start > match.index ? word.start - end : match.index - word.end),
  );
  return Math.min(...distances, Number.POSITIVE_INFINITY);
}

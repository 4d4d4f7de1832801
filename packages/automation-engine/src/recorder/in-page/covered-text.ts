/** Nobody types these. */
const BULLETS = '•●⚫⬤';
/** Also occur in ordinary text. */
const STARS = '*∗＊·∙';
const covered = new RegExp(String.raw`^[${BULLETS}]{2,}.?$`, 'u');
const perhapsCovered = new RegExp(String.raw`^[${BULLETS}${STARS}]+.?$`, 'u');

/**
 * Whether a page shows bullets in place of what is typed, except perhaps for the last character.
 * `typed`: the keys so far, if they are known. One bullet, or fewer bullets than keys, may begin a
 * list.
 */
export function coversTyped(shown: string, typed: string | undefined): boolean {
  const text = shown.trim();
  if (typed === undefined) return covered.test(text);
  return text.length >= typed.length && typed !== text && perhapsCovered.test(text);
}

/** Nobody types these. */
const BULLETS = '•●⚫⬤';
/** Also occur in ordinary text. */
const STARS = '*∗＊·∙';
const covered = new RegExp(String.raw`^[${BULLETS}]+.?$`, 'u');
const perhapsCovered = new RegExp(String.raw`^[${BULLETS}${STARS}]+.?$`, 'u');

/**
 * Whether a page shows bullets in place of what is typed, except perhaps for the last character.
 * `typed`: the keys so far, if they are known.
 */
export function coversTyped(shown: string, typed: string | undefined): boolean {
  const text = shown.trim();
  return typed === undefined
    ? covered.test(text)
    : typed.trim() !== text && perhapsCovered.test(text);
}

/** Invisible content. An element that never ends hides the rest, as in a mail program. */
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/giu;
const BREAKS =
  /^<\/?(?:address|article|blockquote|br|center|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|tr|ul)\b/iu;
const CELL = /^<(?:td|th)\b/iu;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  shy: '',
  zwj: '',
  zwnj: '',
};
const LAST_CODE_POINT = 0x10_ff_ff;

/**
 * Returns the text of an HTML email: blocks become lines, cells are separated, and adjacent letters
 * and digits in different styles stay together. It ignores nesting, so no email can make it slow or
 * fail.
 */
export function readHtml(html: string): string {
  return html
    .replaceAll(HIDDEN, ' ')
    .replaceAll(/<\/?[a-z][^<>]*>/giu, (tag) =>
      BREAKS.test(tag) ? '\n' : CELL.test(tag) ? ' ' : '',
    )
    .replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/giu, readEntity)
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n[ \n]*/gu, '\n')
    .trim();
}

function readEntity(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return NAMED[name] ?? entity;
  const point = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
  return point > LAST_CODE_POINT ? entity : String.fromCodePoint(point);
}

import type { Attribute } from './describe-attributes.ts';

/** One line of the text. Its parent determines its indentation. */
export interface TreeLine {
  readonly kind: 'element' | 'text' | 'frame';
  parent: TreeLine | undefined;
  /** For an element: the index that resolves to it. */
  readonly index?: number;
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  /** How far it scrolls; empty if it does not. */
  readonly scrollNote: string;
  readonly isNew: boolean;
  /** `open` or `closed` if the element is in a shadow root; otherwise empty. */
  readonly shadow: string;
  /** For a text line; grows as adjacent texts are joined. */
  text: string;
}

interface Written {
  readonly text: string;
  readonly isTruncated: boolean;
  /** Indices that appear in the text. */
  readonly shown: ReadonlySet<number>;
}

const EMPTY_PAGE = 'The page is empty. It may still be loading.';

/**
 * Writes the lines as text, one tab per level, truncated after a whole line when it would exceed
 * `maxCharacters`.
 */
export function writeLines(lines: readonly TreeLine[], maxCharacters: number): Written {
  const texts = textsBelow(lines);
  const depths = new Map<TreeLine, number>();
  const shown = new Set<number>();
  const written: string[] = [];
  let length = 0;
  for (const line of lines) {
    const depth = line.parent ? (depths.get(line.parent) ?? 0) + 1 : 0;
    depths.set(line, depth);
    const text = `${'\t'.repeat(depth)}${writeLine(line, texts.get(line) ?? '')}`;
    if (length + text.length + 1 > maxCharacters) break;
    length += text.length + 1;
    written.push(text);
    if (line.index !== undefined) shown.add(line.index);
  }
  const missing = lines.length - written.length;
  if (missing > 0) written.push(`(cut here: ${missing} more lines do not fit)`);
  const text = lines.length === 0 ? EMPTY_PAGE : written.join('\n');
  return { text, isTruncated: missing > 0, shown };
}

/**
 * Removes elements without attributes that contain only other elements; those move up in their
 * place.
 */
export function removeEmptyLines(lines: readonly TreeLine[]): TreeLine[] {
  const children = new Map<TreeLine, TreeLine[]>();
  for (const line of lines) {
    if (line.parent) children.set(line.parent, [...(children.get(line.parent) ?? []), line]);
  }
  const removed = new Set<TreeLine>();
  for (const line of lines.toReversed()) {
    const inside = children.get(line) ?? [];
    const isBare =
      line.kind === 'element' && line.attributes.length === 0 && line.scrollNote === '';
    if (!isBare || inside.length === 0 || inside.some(({ kind }) => kind !== 'element')) continue;
    removed.add(line);
    for (const child of inside) child.parent = line.parent;
    if (!line.parent) continue;
    const siblings = children.get(line.parent) ?? [];
    children.set(
      line.parent,
      siblings.flatMap((sibling) => (sibling === line ? inside : [sibling])),
    );
  }
  return lines.filter((line) => !removed.has(line));
}

/** Text of the lines below each element. A name with this text is not shown as an attribute. */
function textsBelow(lines: readonly TreeLine[]): ReadonlyMap<TreeLine, string> {
  const texts = new Map<TreeLine, string>();
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    for (let at = line.parent; at; at = at.parent) {
      texts.set(at, `${texts.get(at) ?? ''} ${line.text}`);
    }
  }
  return texts;
}

function writeLine(line: TreeLine, textBelow: string): string {
  if (line.kind === 'text') return guardText(line.text);
  const { isNew, shadow, index, tag, scrollNote } = line;
  const attributes = line.attributes
    .filter(([name, value]) => name !== 'ax_name' || fold(value) !== fold(textBelow))
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
  const frame = line.kind === 'frame' ? `|${tag.toUpperCase()}|` : '';
  const root = shadow === '' ? '' : `|SHADOW(${shadow})|`;
  const scroll = scrollNote === '' ? '' : '|scroll element|';
  const label = index === undefined ? '' : `${isNew ? '*' : ''}[${index}]`;
  return `${root}${frame}${scroll}${label}<${tag}${attributes} />${scrollNote}`;
}

/** Keeps page text from passing for a line of the tree. */
function guardText(text: string): string {
  return text.replace(/^(\*?\[\d+\]|\|)/, ' $1');
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}

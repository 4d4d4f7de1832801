import type { Attribute } from './describe-attributes.ts';

/** One line of the text. Its parent decides how deep it stands. */
export interface TreeLine {
  readonly kind: 'element' | 'text' | 'frame';
  parent: TreeLine | undefined;
  /** Of an element: what it is resolved by. */
  readonly index?: number;
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  /** How far it scrolls; empty if it does not. */
  readonly scrollNote: string;
  readonly isNew: boolean;
  /** `open` or `closed` if the element stands in a shadow root; else empty. */
  readonly shadow: string;
  /** Of a text line; grows while the text goes on. */
  text: string;
}

interface Written {
  readonly text: string;
  readonly isTruncated: boolean;
  /** Indices that stand in the text. */
  readonly shown: ReadonlySet<number>;
}

const emptyPage = 'The page is empty. It may still be loading.';

/** The lines as text, one tab per level, cut after a whole line when it gets longer than `maxCharacters`. */
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
  const text = lines.length === 0 ? emptyPage : written.join('\n');
  return { text, isTruncated: missing > 0, shown };
}

/** Elements without attributes that hold nothing but other elements say nothing: those move up in their place. */
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

/** What an element is called by the lines inside it needs no attribute. */
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

/** A text of the page cannot pass for a line of ours. */
function guardText(text: string): string {
  return text.replace(/^(\*?\[\d+\]|\|)/, ' $1');
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}

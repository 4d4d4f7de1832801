import type { Token, Tokens } from 'marked';

/** Anchor of a heading, as GitHub derives it, so that links work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

type Row = readonly (Tokens.TableCell & { anchor?: string })[];

/**
 * Gives each row that describes one named thing, such as an error code in its first cell, its name as
 * its anchor. A name that the page has already used gets the anchor of its section in front.
 */
export function placeRowAnchors(tokens: readonly Token[]): void {
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const used = new Set(headings.map(({ text }) => anchorOf(text)));
  let section = '';
  for (const token of tokens) {
    if (token.type === 'heading') section = anchorOf((token as Tokens.Heading).text);
    if (token.type !== 'table') continue;
    for (const row of (token as Tokens.Table).rows as Row[]) {
      const name = nameOfRow(row);
      if (name === undefined || !row[0]) continue;
      row[0].anchor = used.has(name) ? `${section}-${name}` : name;
      used.add(row[0].anchor);
    }
  }
}

/** The anchor that was given to a row. */
export function anchorOfRow([first]: Row): string | undefined {
  return first?.anchor;
}

/** What a row describes, if that is the only content of its first cell. */
export function nameOfRow([first]: Row): string | undefined {
  const [only, ...others] = first?.tokens ?? [];
  const isName = only?.type === 'codespan' && others.length === 0;
  return isName && /^[\w.[\]-]+$/.test(only['text'] as string)
    ? (only['text'] as string)
    : undefined;
}

import type { Tokens } from 'marked';

/** Anchor of a heading, as GitHub derives it, so that links work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** Anchor of a row that describes one named thing, such as an error code in its first cell. */
export function anchorOfRow([first]: readonly Tokens.TableCell[]): string | undefined {
  const [only, ...others] = first?.tokens ?? [];
  const isName = only?.type === 'codespan' && others.length === 0;
  return isName && /^[\w-]+$/.test(only['text'] as string) ? (only['text'] as string) : undefined;
}

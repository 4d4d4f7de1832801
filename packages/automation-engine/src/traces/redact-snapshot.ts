import type { RunSecrets } from '../secrets/run-secrets.ts';

type RedactParts = RunSecrets['redactParts'];

/** How the line of a snapshot begins. */
export const SNAPSHOT_START = '{"type":"frame-snapshot","snapshot":{"html":';

/**
 * What separates texts for a reader. Boxes that pages spread a text over are often `div` elements,
 * so those do not.
 */
const separating: ReadonlySet<string> = new Set(
  (
    'ARTICLE ASIDE BLOCKQUOTE BODY BR BUTTON DD DL DT FIELDSET FOOTER FORM H1 H2 H3 H4 H5 H6 HEAD ' +
    'HEADER HR LI MAIN NAV OL OPTION P PRE SECTION SELECT STYLE TABLE TD TEMPLATE TH TITLE TR UL'
  ).split(' '),
);

/** A text in the content of an element. */
interface Place {
  readonly content: unknown[];
  readonly at: number;
}

/** Redacts secrets that are spread over adjacent texts of a snapshot, given as a line of JSON. */
export function redactSnapshot(line: string, redactParts: RedactParts): string {
  if (!line.startsWith(SNAPSHOT_START)) return line;
  const event: { readonly snapshot: { readonly html: unknown[] } } = JSON.parse(line);
  const runs: Place[][] = [[]];
  addTexts(event.snapshot.html, runs);
  let isChanged = false;
  for (const run of runs) isChanged = redactRun(run, redactParts) || isChanged;
  return isChanged ? JSON.stringify(event) : line;
}

/** Adds the texts within an element in document order, in a new list after each separation. */
function addTexts(content: unknown[], runs: Place[][]): void {
  for (const [at, child] of content.entries()) {
    if (at < 2) continue;
    if (typeof child === 'string') runs.at(-1)?.push({ content, at });
    if (!Array.isArray(child)) continue;
    const name: unknown = child[0];
    // What a reference stands for is not known here.
    const separates = typeof name !== 'string' || separating.has(name.toUpperCase());
    if (separates) runs.push([]);
    if (typeof name === 'string') addTexts(child, runs);
    if (separates) runs.push([]);
  }
}

function redactRun(places: readonly Place[], redactParts: RedactParts): boolean {
  if (places.length < 2) return false;
  const texts = places.map(({ content, at }) => String(content[at]));
  const redacted = redactParts(texts);
  if (redacted === texts) return false;
  for (const [index, { content, at }] of places.entries()) content[at] = redacted[index] ?? '';
  return true;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export type ErrorTexts = Readonly<
  Record<
    string,
    { readonly meaning: string; readonly look_at?: string | undefined; readonly way_out: string }
  >
>;

const text = z.string().endsWith('.');

/**
 * Reads what each error name means, and its remedy, from a YAML file below `root`. Throws when the
 * names in the file and the code differ.
 */
export function readErrorTexts(
  root: string,
  source: string,
  { pattern, names }: { readonly pattern: RegExp; readonly names: ReadonlySet<string> },
): ErrorTexts {
  const schema = z.record(
    z.string().regex(pattern),
    z.strictObject({ meaning: text, look_at: text.optional(), way_out: text }),
  );
  const texts = schema.parse(parse(readFileSync(join(root, source), 'utf8')));
  const unexplained = [...names].filter((name) => !(name in texts));
  if (unexplained.length > 0) {
    throw new Error(
      `${source} does not explain ${unexplained.join(', ')}: add a meaning and a way out.`,
    );
  }
  const unused = Object.keys(texts).filter((name) => !names.has(name));
  if (unused.length > 0) {
    throw new Error(`${source} explains ${unused.join(', ')}, which no error has: remove them.`);
  }
  return texts;
}

/** A Markdown table. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

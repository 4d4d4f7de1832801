import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../apps/docs');

/** A block of the documentation that readers run. */
export interface Example {
  readonly page: string;
  readonly line: number;
  readonly language: 'python' | 'sh';
  readonly code: string;
}

/**
 * All blocks that are marked `sh run` or `python run`, in the order of the pages. What a page
 * defines in a `sh prelude` block precedes each of its `sh run` blocks.
 */
export function readExamples(): readonly Example[] {
  const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md'));
  return pages.toSorted().flatMap((page) => {
    const text = readFileSync(join(PAGES, page), 'utf8');
    const prelude = /^```sh prelude\n([^]*?)^```$/m.exec(text)?.[1] ?? '';
    return [...text.matchAll(/^```(sh|python) run\n([^]*?)^```$/gm)].map((match) => {
      const [, name, block = ''] = match;
      const language = name as Example['language'];
      const line = text.slice(0, match.index).split('\n').length;
      return { page, line, language, code: language === 'sh' ? `${prelude}${block}` : block };
    });
  });
}

/** The automation that a page shows first. */
export function readAutomation(page: string): string {
  const text = readFileSync(join(PAGES, page), 'utf8');
  return /^```json run\n([^]*?)^```$/m.exec(text)?.[1] ?? '';
}

/** Names of the response members listed in a block's comments. */
export function namesInComments(code: string): readonly string[] {
  const comments = code.match(/^# \{.*$/gm) ?? [];
  return comments.flatMap((line) => [...line.matchAll(/"(\w+)":/g)].map(([, name = '']) => name));
}

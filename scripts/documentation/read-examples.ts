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
  return listPages().flatMap(({ page, text }) => {
    const prelude = /^```sh prelude\n([^]*?)^```$/m.exec(text)?.[1] ?? '';
    return [...text.matchAll(/^```(sh|python) run\n([^]*?)^```$/gm)].map((match) => {
      const [, name, block = ''] = match;
      const language = name as Example['language'];
      const code = language === 'sh' ? `${prelude}${block}` : block;
      return { page, line: lineOf(text, match.index), language, code };
    });
  });
}

/** All blocks that are marked `sh operator`: commands for those who run an installation. */
export function readOperatorExamples(): readonly Omit<Example, 'language'>[] {
  return listPages().flatMap(({ page, text }) => {
    const blocks = [...text.matchAll(/^```sh operator\n([^]*?)^```$/gm)];
    return blocks.map((match) => ({
      page,
      line: lineOf(text, match.index),
      code: match[1] ?? '',
    }));
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

function listPages(): readonly { readonly page: string; readonly text: string }[] {
  const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md'));
  return pages.toSorted().map((page) => ({ page, text: readFileSync(join(PAGES, page), 'utf8') }));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

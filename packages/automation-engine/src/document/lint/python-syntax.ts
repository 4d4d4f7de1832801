import { parseTemplate, pythonKeywords } from '@errand/expressions';
import { parser } from '@lezer/python';
import { findScripts } from './text-fields-of-node.ts';
import type { LintRule } from './lint-rule.ts';

/**
 * Budget for all scripts of an automation, in order; scripts beyond it are not checked. Parsing
 * 100,000 characters takes a second.
 */
const MOST_CHARACTERS = 50_000;
const SHOWN_CHARACTERS = 80;
/** Stops at the first error: recovering from errors may take a long time. */
const strictParser = parser.configure({ strict: true });

/**
 * Scripts that python3 would reject. The worker's Python decides; this parser supports slightly
 * less, so it only warns.
 */
export const pythonSyntax: LintRule = {
  name: 'python-syntax',
  *find({ nodes }) {
    let left = MOST_CHARACTERS;
    for (const { path, name, text } of nodes.flatMap(findScripts)) {
      if (name.endsWith('commands') || text.length > left) continue;
      left -= text.length;
      const message = problemOf(text);
      if (message !== undefined) yield { path, message };
    }
  },
};

function problemOf(script: string): string | undefined {
  if (!script.includes('code_fn')) {
    return 'The script defines no code_fn, the function that is run: write async def code_fn(...).';
  }
  const position = findError(script);
  if (position === undefined) return undefined;
  const before = script.slice(0, position).split('\n');
  const line = script.split('\n')[before.length - 1] ?? '';
  const keyword = findKeyword(line);
  if (keyword !== undefined) {
    return `Line ${before.length} has the placeholder ${keyword.source}, which scripts cannot have: "${keyword.name}" is a word of Python. Give the variable another name.`;
  }
  const text = excerptOf(line, before.at(-1)?.length ?? 0);
  return `Line ${before.length} does not look like Python: ${text}. Invalid Python fails when the script runs.`;
}

/** The first placeholder of a line whose name is a word of Python, where a name cannot be. */
function findKeyword(line: string): { readonly source: string; readonly name: string } | undefined {
  const placeholders = parseTemplate(line).segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.placeholder.kind === 'variable'
      ? [segment.placeholder]
      : [],
  );
  return placeholders.find(({ name }) => pythonKeywords.has(name));
}

/** The line, or the part of it that ends a little after the error. */
function excerptOf(line: string, column: number): string {
  const end = Math.max(SHOWN_CHARACTERS, column + SHOWN_CHARACTERS / 4);
  const text = line.slice(Math.max(0, end - SHOWN_CHARACTERS), end).trim();
  return `${end > SHOWN_CHARACTERS ? '... ' : ''}${text}${end < line.length ? ' ...' : ''}`;
}

function findError(script: string): number | undefined {
  const reading = strictParser.startParse(script);
  try {
    while (!reading.advance());
    return undefined;
  } catch (error) {
    if (Error.isError(error) && error.name === 'SyntaxError') return reading.parsedPos;
    throw error;
  }
}

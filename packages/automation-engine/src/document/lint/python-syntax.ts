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
  const line = script.slice(0, position).split('\n').length;
  const text = (script.split('\n')[line - 1] ?? '').trim().slice(0, SHOWN_CHARACTERS);
  return `Line ${line} does not look like Python: ${text}. Invalid Python fails when the script runs.`;
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

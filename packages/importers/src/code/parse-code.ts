import type { PartialParse, Tree } from '@lezer/common';
import { parser as scriptParser } from '@lezer/javascript';
import { parser as pythonParser } from '@lezer/python';

export type Language = 'python' | 'typescript';

const typeScriptParser = scriptParser.configure({ dialect: 'ts jsx' });

/**
 * Steps that the parser may take to recover from syntax errors: those of about a hundred. In text
 * that is no code, each step is slow, takes much memory, and may look at the whole text.
 */
const MOST_RECOVERIES = 600;
const MOST_LOOKED_AT = 40_000_000;

/** Thousands of lines. */
const MOST_TOKENS = 100_000;

/** Parses a script, whatever its text. Returns why not if it is too long, or is no code. */
export function parseCode(source: string, language: Language): Tree | string {
  const parse = (language === 'python' ? pythonParser : typeScriptParser).startParse(source);
  const most = Math.min(MOST_RECOVERIES, MOST_LOOKED_AT / source.length);
  let [tokens, recoveries] = [0, 0];
  for (;;) {
    const tree = parse.advance();
    if (tree) return tree;
    tokens += 1;
    if (isRecovering(parse)) recoveries += 1;
    if (recoveries > most) return 'It has too many syntax errors.';
    if (tokens > MOST_TOKENS)
      return `Its code has more than ${MOST_TOKENS} words and signs: split the file.`;
  }
}

/** The parser counts down from an error to the text that it understands again. */
function isRecovering(parse: PartialParse): boolean {
  if (!('recovering' in parse)) throw new Error('Lezer has changed: a parse has no recovering.');
  return parse.recovering !== 0;
}

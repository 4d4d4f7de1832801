import type { Tree } from '@lezer/common';
import { parser as scriptParser } from '@lezer/javascript';
import { parser as pythonParser } from '@lezer/python';

export type Language = 'python' | 'typescript';

const typeScriptParser = scriptParser.configure({ dialect: 'ts jsx' });

/** Parses a script, whatever its text. */
export const parseCode = (source: string, language: Language): Tree =>
  (language === 'python' ? pythonParser : typeScriptParser).parse(source);

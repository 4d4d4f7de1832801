import { readScript } from '../code/read-script.ts';
import { createDraft } from '../draft/recording-draft.ts';
import { tooLong } from '../draft/source-limits.ts';
import type { Imported } from '../imported.ts';
import { elementCommands } from './element-commands.ts';
import { findTests } from './find-tests.ts';
import { mapStatements } from './map-statements.ts';
import { pageCommands } from './page-commands.ts';
import { createScriptState } from './script-state.ts';

/**
 * Imports Playwright scripts as codegen writes them, in Python or TypeScript (or JavaScript). Every
 * test becomes a recording. Without `language`, the language is detected. Never throws.
 */
export function importPlaywright(
  text: string,
  language: 'python' | 'typescript' = looksLikePython(text) ? 'python' : 'typescript',
): Imported {
  const kind = `playwright-${language}` as const;
  const problem = tooLong(text);
  if (problem !== undefined) return { kind, recordings: [], problem };
  const script = readScript(text, language, stepNames);
  if ('problem' in script) return { kind, recordings: [], problem: script.problem };
  const { statements, outerNames: unsettled, calls } = script;
  const recordings = findTests(statements).map(({ name, body, left = [], ...own }) => {
    const draft = createDraft();
    mapStatements([...body, ...left], createScriptState(draft, { ...own, unsettled, calls }));
    return draft.finish(name);
  });
  if (recordings.length > 0) return { kind, recordings };
  return { kind, recordings, problem: 'It has no statements of Playwright.' };
}

const stepNames = new Set(
  [...Object.keys(elementCommands), ...Object.keys(pageCommands)].map((name) =>
    name.replace(/^.*\./, ''),
  ),
);

const looksLikePython = (text: string): boolean =>
  /^\s*(?:from\s+[\w.]+\s+import\s|import\s+[\w.]+\s*(?:#.*)?$|(?:async\s+)?def\s+\w+\s*\(|with\s+sync_playwright)/m.test(
    text,
  );

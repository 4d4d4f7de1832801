import { importAutoma } from './automa/import-automa.ts';
import { importDevToolsRecording } from './devtools/import-devtools-recording.ts';
import { member, parseJson } from './draft/json.ts';
import type { Imported } from './imported.ts';
import { importPlaywright } from './playwright/import-playwright.ts';
import { importSeleniumIde } from './selenium/import-selenium-ide.ts';

/** Detects the kind of a file and imports it. Undefined for an unknown kind. Never throws. */
export function importAny(source: string, filename = ''): Imported | undefined {
  // A byte order mark is not part of the text.
  const text = source.replace(/^\uFEFF/, '');
  const name = filename.toLowerCase();
  if (name.endsWith('.side')) return importSeleniumIde(text);
  if (name.endsWith('.automa.json')) return importAutoma(text);
  const isObject = /^\s*\{/.test(text);
  if (isObject) {
    const file = parseJson(text);
    if (member(file, 'drawflow') !== undefined) return importAutoma(text);
    if (Array.isArray(member(file, 'tests'))) return importSeleniumIde(text);
    if (Array.isArray(member(file, 'steps'))) return importDevToolsRecording(text);
    if (file !== undefined || name.endsWith('.json')) return undefined;
  }
  if (name.endsWith('.py')) return importPlaywright(text, 'python');
  if (/\.[cm]?[jt]sx?$/.test(name)) return importPlaywright(text, 'typescript');
  return /\bplaywright\b|\bpage\s*\.\s*\w+\s*\(/.test(text) ? importPlaywright(text) : undefined;
}

import type { Code } from '../code/code.ts';
import { approximated, type Mapping, skipped } from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import { readPlain, resolveValue } from './script-values.ts';
import type { ScriptState } from './script-state.ts';

/**
 * Returns the names of uploaded files, without folders; undefined if program code computes them.
 */
export function fileNames(code: Code | undefined, state: ScriptState): string[] | undefined {
  const value = resolveValue(code, state);
  if (value?.kind === 'list') {
    const names = value.elements.map((one) => fileNames(one, state));
    return names.includes(undefined) ? undefined : names.flatMap((one) => one ?? []);
  }
  if (value?.kind === 'record') return fileNames(value.entries.get('name'), state);
  // path.join(__dirname, 'file.txt')
  const [step] = value?.kind === 'chain' ? value.steps : [];
  const last = step?.values?.at(-1);
  if (last) return fileNames(last, state);
  const text = readPlain(code, state);
  return text === undefined ? undefined : [baseName(text)];
}

export const baseName = (path: string): string => path.split(/[/\\]/).at(-1)?.trim() ?? '';

/** Tasks provide the files: a script has only their paths on its author's machine. */
export function uploadOf(locator: string, names: readonly string[] | undefined): Mapping {
  if (!names) return skipped('Program code decides which file is uploaded.');
  if (names.length === 0) return skipped('It removes the files from the field.');
  const [first = ''] = names;
  const sources = names.map((input_file) => ({ input_file }));
  const node = interact('upload_file', {
    command: locator,
    ...(names.length === 1 ? { input_file: first } : { files: sources }),
  });
  return approximated(`Tasks supply the file as an input file: ${names.join(', ')}.`, node);
}

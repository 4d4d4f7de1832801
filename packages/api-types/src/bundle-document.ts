import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { addAnswerHeaders } from './add-answer-headers.ts';
import { addErrorCodes } from './add-error-codes.ts';
import { isRecord } from '@errand/foundation';

/**
 * Folders of `openapi/` whose files contain named parts; also the names of their sections in
 * `components`.
 */
const SECTIONS = ['schemas', 'responses', 'parameters', 'headers'];

interface Bundle {
  readonly folder: string;
  readonly files: Map<string, unknown>;
  /** Keyed by `section/Name`; the file is stored to detect two parts with one name. */
  readonly parts: Map<string, { readonly file: string; content: unknown }>;
}

/**
 * Bundles a root file and the files it references into one document.
 *
 * Path files are inlined; named parts (`schemas/step.yaml#/Step`) become
 * `#/components/schemas/Step`, so that they keep their names, occur once, and may reference
 * themselves. Only used parts are included. Throws when a reference is broken or two parts share a
 * name.
 */
export function bundleDocument(rootFile: string): Record<string, unknown> {
  const bundle: Bundle = { folder: dirname(rootFile), files: new Map(), parts: new Map() };
  const root = place(bundle, readFile(bundle, rootFile), rootFile);
  if (!isRecord(root)) throw new Error(`"${rootFile}" does not contain an OpenAPI document.`);
  const own = isRecord(root['components']) ? root['components'] : {};
  const components = { ...own, ...partsBySection(bundle) };
  return addErrorCodes(addAnswerHeaders({ ...root, components }));
}

function place(bundle: Bundle, value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((element) => place(bundle, element, file));
  if (!isRecord(value)) return value;
  const { $ref: reference, ...rest } = value;
  const siblings = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, place(bundle, member, file)]),
  );
  if (typeof reference !== 'string') return siblings;
  const target = follow(bundle, reference, file);
  return isRecord(target) ? { ...target, ...siblings } : target;
}

function follow(bundle: Bundle, reference: string, file: string): unknown {
  const [path = '', pointer = ''] = reference.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (pointer === '') return place(bundle, readFile(bundle, target), target);

  const section = relative(bundle.folder, target).split(sep)[0] ?? '';
  const name = pointer.slice(1);
  if (!SECTIONS.includes(section) || !/^\/[A-Za-z0-9_]+$/.test(pointer)) {
    throw new Error(
      `"${reference}" in "${file}" cannot be bundled: refer to a part as "FOLDER/FILE.yaml#/Name", where FOLDER is one of ${SECTIONS.join(', ')}.`,
    );
  }
  collect(bundle, { section, name, file: target });
  return { $ref: `#/components/${section}/${name}` };
}

function collect(bundle: Bundle, source: { section: string; name: string; file: string }): void {
  const { section, name, file } = source;
  const known = bundle.parts.get(`${section}/${name}`);
  if (known && known.file !== file) {
    throw new Error(`"${name}" is defined twice, in "${known.file}" and "${file}": rename one.`);
  }
  if (known) return;

  const content = readFile(bundle, file);
  if (!isRecord(content) || !(name in content)) throw new Error(`"${file}" holds no "${name}".`);
  // Registered before its content is resolved, because a part may reference itself.
  const part = { file, content: undefined as unknown };
  bundle.parts.set(`${section}/${name}`, part);
  part.content = place(bundle, content[name], file);
}

function partsBySection({ parts }: Bundle): Record<string, Record<string, unknown>> {
  const names = [...parts.keys()].toSorted();
  const sections: Record<string, Record<string, unknown>> = {};
  for (const key of names) {
    const [section = '', name = ''] = key.split('/');
    (sections[section] ??= {})[name] = parts.get(key)?.content;
  }
  return sections;
}

function readFile({ files }: Bundle, file: string): unknown {
  if (!files.has(file)) files.set(file, parse(readFileSync(file, 'utf8')));
  return files.get(file);
}

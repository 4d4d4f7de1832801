import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listErrorClasses } from './list-error-classes.ts';

const ACTIONS = 'packages/automation-engine/src/actions';
/** Interfaces through which actions act. The comments of their members say what they throw. */
const INTERFACES = [
  `${ACTIONS}/action-context.ts`,
  'packages/automation-engine/src/page/acting/element-acts.ts',
  'packages/automation-engine/src/page/pages/tabs.ts',
];
const MEMBER = /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\s+readonly (?<name>\w+):/g;
const IMPORT = /^import (?<type>type )?\{(?<names>[^}]*)\} from '(?<from>[^']+)';$/gm;
const FUNCTION =
  /(?:^\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?^(?:export )?(?:async )?function (?<name>\w+)(?<body>[^]*?)^\}$/gm;

export interface ActionFailures {
  /** Classes with which a step can fail because of its target. */
  readonly target: readonly string[];
  /** Classes of a kind, such as `click_element` of the group `interaction`, and of its target. */
  readonly ofKind: (group: string, kind: string) => readonly string[];
}

interface Sources {
  readonly root: string;
  /** Codes by the name of the class, or by that of the package that declares them. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Codes by the member of an interface. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads from the code of the actions which classes they can fail with: the errors that they or the
 * functions they call create, and those named in the comments of the interfaces.
 */
export function listActionFailures(root: string): ActionFailures {
  const codes = readCodes(root);
  const members = new Map<string, ReadonlySet<string>>();
  for (const path of INTERFACES) {
    for (const { groups = {} } of readFileSync(join(root, path), 'utf8').matchAll(MEMBER)) {
      members.set(groups['name'] ?? '', codesInComment(groups['comment'] ?? '', codes));
    }
  }
  const sources = { root, codes, members };
  return {
    target: [...(members.get('actOn') ?? [])],
    ofKind(group, kind) {
      const path = `${ACTIONS}/${group}/${kind.replaceAll('_', '-')}.ts`;
      return [...codesOfFile(path, sources)];
    },
  };
}

function readCodes(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const codes = new Map<string, Set<string>>();
  const add = (key: string, code: string) =>
    codes.set(key, (codes.get(key) ?? new Set()).add(code));
  const classes = listErrorClasses(root).map((one) => ({ ...one, path: one.name.split('/') }));
  const ofEngine = classes.filter(({ path: [room] }) => room === 'automation-engine');
  const known = new Set(ofEngine.map(({ path: [, name] }) => name));
  for (const { path, code } of classes) {
    const [room = '', name = ''] = path;
    add(room, code);
    // The engine translates other packages' errors that have the name of one of its own.
    if (room === 'automation-engine' || !known.has(name)) add(name, code);
  }
  return codes;
}

/** Codes of the classes and packages that a comment names. */
function codesInComment(comment: string, codes: Sources['codes']): ReadonlySet<string> {
  const named = comment.matchAll(/`(\w+Error)`|`@errand\/([\w-]+)`/g);
  return union([...named].map(([, name, room]) => codes.get(name ?? room ?? '')));
}

function codesOfFile(path: string, sources: Sources): ReadonlySet<string> {
  const text = readFileSync(join(sources.root, path), 'utf8');
  // The code before this checks the parameters when an automation is stored.
  const start = text.indexOf('\n  run:');
  if (start === -1) throw new Error(`${path} has no line that starts with "  run:".`);
  const code = text.slice(start);
  return codesOfCode(code, { path, text, sources, seen: new Set() });
}

interface Place {
  /** Path of the file that contains the code. */
  readonly path: string;
  readonly text: string;
  readonly sources: Sources;
  /** Functions that are being read already. */
  readonly seen: Set<string>;
}

function codesOfCode(code: string, place: Place): ReadonlySet<string> {
  const { sources } = place;
  const created = [...code.matchAll(/new (\w+Error)\(/g)].map(([, name = '']) =>
    sources.codes.get(name),
  );
  const used = [...sources.members].filter(([name]) => uses(code, name)).map(([, of]) => of);
  return union([...created, ...used, ...codesOfFunctions(code, place)]);
}

/** Whether the code calls a member or destructures it from an object. */
function uses(code: string, name: string): boolean {
  return new RegExp(`(?:\\.|[{,] )${name}(?=\\(|,| \\})`).test(code);
}

/** Error codes of the project functions that the code calls. */
function codesOfFunctions(code: string, place: Place): ReadonlySet<string>[] {
  const { path, text, sources } = place;
  const imported = [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    if (groups['type'] !== undefined) return [];
    const files = filesOf(groups['from'] ?? '', path, sources.root);
    const names = (groups['names'] ?? '').split(',').map((name) => name.trim());
    return names.map((name) => ({ name, files }));
  });
  const own = [...text.matchAll(FUNCTION)].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    files: [path],
  }));
  return [...imported, ...own]
    .filter(({ name }) => new RegExp(`\\b${name}\\(`).test(code))
    .flatMap(({ name, files }) => files.map((file) => codesOfFunction(name, file, place)));
}

function filesOf(from: string, path: string, root: string): readonly string[] {
  if (from.startsWith('.')) return [join(dirname(path), from)];
  const room = /^@errand\/([\w-]+)$/.exec(from)?.[1];
  if (room === undefined) return [];
  const files = globSync(`packages/${room}/src/**/*.ts`, { cwd: root });
  return files.filter((file) => !file.endsWith('.test.ts'));
}

function codesOfFunction(
  name: string,
  path: string,
  { sources, seen }: Place,
): ReadonlySet<string> {
  const key = `${path} ${name}`;
  if (name === 'defineAction' || seen.has(key)) return new Set();
  seen.add(key);
  const text = readFileSync(join(sources.root, path), 'utf8');
  const found = [...text.matchAll(FUNCTION)].find(({ groups = {} }) => groups['name'] === name);
  const { comment = '', body = '' } = found?.groups ?? {};
  return union([
    codesInComment(comment, sources.codes),
    codesOfCode(body, { path, text, sources, seen }),
  ]);
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...(set ?? [])]));
}

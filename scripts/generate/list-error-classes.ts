import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ErrorClass {
  readonly code: string;
  /** `by case` if the constructor decides. */
  readonly retry: 'never' | 'automation' | 'infrastructure' | 'by case';
  /** `script-sandbox/ScriptTimeoutError`. */
  readonly name: string;
  /** First sentence of the class's doc comment; empty without one. */
  readonly meaning: string;
}

interface Declaration extends Pick<ErrorClass, 'name' | 'meaning'> {
  readonly room: string;
  readonly parent: string;
  readonly code: string | undefined;
  readonly retry: ErrorClass['retry'] | undefined;
}

const DECLARATION =
  /(?:\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?(?:export )?(?:abstract )?class (?<name>\w+) extends (?<parent>\w+) \{(?<body>[^]*?)\}\n(?=\n|$)/g;

/**
 * Returns every error of the packages and the worker that extends CodedError and has a code, by
 * code.
 */
export function listErrorClasses(root: string): readonly ErrorClass[] {
  const folders = ['packages/*/src/**/*.ts'];
  const files = globSync(folders, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const declared = files.flatMap((file) => readDeclarations(root, file));
  return declared
    .flatMap((declaration) => {
      const line = lineOf(declaration, declared);
      const code = line.find((one) => one.code !== undefined)?.code;
      const isCoded = line.some(({ parent }) => parent === 'CodedError');
      if (code === undefined || !isCoded) return [];
      const retry = line.find((one) => one.retry !== undefined)?.retry ?? 'automation';
      const { room, name, meaning } = declaration;
      return [{ code, retry, name: `${room}/${name}`, meaning }];
    })
    .toSorted((one, other) =>
      `${one.code} ${one.name}`.localeCompare(`${other.code} ${other.name}`),
    );
}

function readDeclarations(root: string, file: string): Declaration[] {
  const source = readFileSync(join(root, file), 'utf8');
  const room = file.split('/')[1] ?? '';
  return [...source.matchAll(DECLARATION)].map(({ groups = {} }) => {
    const { comment = '', name = '', parent = '', body = '' } = groups;
    const fixed = /^ {2}override readonly retry = '(\w+)';$/m.exec(body)?.[1];
    const isDecided = /^ {2}override readonly retry: /m.test(body);
    return {
      room,
      name,
      parent,
      code: /^ {2}(?:override )?readonly code = '(.+)';$/m.exec(body)?.[1],
      retry: isDecided ? 'by case' : (fixed as ErrorClass['retry'] | undefined),
      meaning: firstSentence(comment),
    };
  });
}

/** The class and its base classes, nearest first. */
function lineOf(declaration: Declaration, declared: readonly Declaration[]): Declaration[] {
  const parents = declared.filter(({ name }) => name === declaration.parent);
  const parent = parents.find(({ room }) => room === declaration.room) ?? parents[0];
  return [declaration, ...(parent ? lineOf(parent, declared) : [])];
}

function firstSentence(comment: string): string {
  const text = comment
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

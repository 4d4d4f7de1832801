import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../schema-files.ts';

const CONTROL_PLANE = join(ROOT, 'apps', 'control-plane', 'src');
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const CALL = /\b([a-z_]+)\(((?:\$\d+(?:::\w+)?(?:, )?)+)\)/g;
const STATEMENT = /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;
const TEMPORARY_TABLE = /^CREATE TEMPORARY TABLE\s/;

export interface Statements {
  /** Statements that are complete in the sources, without parts inserted at run time. */
  readonly whole: readonly string[];
  /** Calls to Errand and PostgreSQL functions with only parameters, from every statement. */
  readonly calls: readonly { readonly name: string; readonly parameters: number }[];
  /** Statements that create the temporary tables that other statements of the same session use. */
  readonly temporaryTables: readonly string[];
}

/** Extracts the SQL of the control plane from its sources. */
export async function readStatements(directory = CONTROL_PLANE): Promise<Statements> {
  const files = (await readdir(directory, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)(?:generated|testing)\//.test(file),
  );
  const sources = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const found = new Set(
    sources.flatMap((source) =>
      source
        .matchAll(LITERAL)
        .map(([literal]) => literal.slice(1, -1).replaceAll(/\s+/g, ' ').trim())
        .toArray(),
    ),
  );
  const texts = [...found].toSorted();
  const all = texts.filter((text) => STATEMENT.test(text));
  const calls = all.flatMap((text) =>
    text
      .matchAll(CALL)
      .map(([, name = '', list = '']) => `${name} ${list.split(',').length}`)
      .toArray(),
  );
  return {
    temporaryTables: texts.filter((text) => TEMPORARY_TABLE.test(text)),
    whole: all.filter((text) => !text.includes('${')),
    calls: [...new Set(calls)].toSorted().map((call) => {
      const [name = '', parameters] = call.split(' ');
      return { name, parameters: Number(parameters) };
    }),
  };
}

import type { Client } from 'openapi-fetch';
import type { ErrandPaths } from './api-schemas.ts';
import { ErrandProtocolError } from './errors.ts';
import { readError } from './transport/read-error.ts';

type Answer<Path extends keyof ErrandPaths> = ErrandPaths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** Paths whose GET operation returns pages. */
export type ListPath = {
  [Path in keyof ErrandPaths]: Answer<Path> extends { next_cursor: string | null } ? Path : never;
}[keyof ErrandPaths];

/** An entry of the one list on each page. */
export type EntryOf<Path extends ListPath> = {
  [Member in keyof Answer<Path>]: Answer<Path>[Member] extends readonly (infer Entry)[]
    ? Entry
    : never;
}[keyof Answer<Path>];

type Parameters<Path extends ListPath> = ErrandPaths[Path] extends {
  get: { parameters: infer Given };
}
  ? Given
  : never;

/** Path parameters and filters; `limit` is the size of a page. */
export type ListOptions<Path extends ListPath> = {
  readonly query?: Omit<
    NonNullable<Parameters<Path> extends { query?: infer Q } ? Q : never>,
    'cursor'
  >;
  readonly signal?: AbortSignal | undefined;
} & (Parameters<Path> extends { path: infer Names } ? { readonly path: Names } : unknown);

interface Page {
  readonly next_cursor: string | null;
  readonly [member: string]: unknown;
}

/** Yields the entries of every page. Fetches a page when its first entry is requested. */
export async function* listEntries<Path extends ListPath>(
  api: Client<ErrandPaths>,
  path: Path,
  { query, signal, ...rest }: ListOptions<Path>,
): AsyncGenerator<EntryOf<Path>, void, undefined> {
  const get = api.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ readonly data?: Page; readonly error?: unknown; readonly response: Response }>;
  for (let cursor: string | undefined; ;) {
    const params = { ...rest, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } };
    const { data, error, response } = await get(path, { params, signal });
    if (!data) throw readError(response, error);
    const entries = Object.values(data).find((member) => Array.isArray(member)) as
      | EntryOf<Path>[]
      | undefined;
    yield* entries ?? [];
    if (data.next_cursor === null) return;
    if (data.next_cursor === cursor || typeof data.next_cursor !== 'string') {
      throw new ErrandProtocolError(`The pages of ${path} do not end: the cursor repeats itself.`);
    }
    cursor = data.next_cursor;
  }
}

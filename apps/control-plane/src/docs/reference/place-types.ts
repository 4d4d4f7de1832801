import type { Operation, Reference, Schema } from './read-reference.ts';

/** Pages of the reference, by the last part of their address; the overview's is empty. */
export const OVERVIEW = '';
export const AUTOMATION = 'automation';

/** A type that more groups of operations use is on the overview. */
const MAX_GROUPS = 3;

/** A type with members is described on a page of its own; each group that uses others describes them. */
export type Places = ReadonlyMap<string, string>;

/** The last part of the address of the page for a tag. */
export function pageOfTag(tag: string): string {
  return tag.replaceAll(' ', '-');
}

/** The pages that describe types for all others, by the name of the type. */
export function placeTypes({ operations, components: { schemas } }: Reference): Places {
  const automation = namesIn(referenceTo('Automation'), schemas);
  const groups = new Map<string, Set<string>>();
  for (const operation of operations) {
    for (const name of namesIn(schemasOf(operation), schemas)) {
      const tags = groups.get(name) ?? new Set();
      groups.set(name, tags.add(operation.tags[0]));
    }
  }
  const shared = [...groups].filter(([, tags]) => tags.size > MAX_GROUPS).map(([name]) => name);
  return new Map([
    ...shared.map((name): [string, string] => [name, OVERVIEW]),
    ...[...automation].map((name): [string, string] => [name, AUTOMATION]),
  ]);
}

function schemasOf({ parameters, requestBody, responses }: Operation): unknown[] {
  return [
    ...parameters.map(({ schema }) => schema),
    requestBody.content,
    ...Object.values(responses).map(({ content }) =>
      Object.values(content).map(({ schema }) => schema),
    ),
  ];
}

/** The names of all types that a value refers to, also indirectly. */
function namesIn(value: unknown, schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const name = referredName(part);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(schemas[name]);
    }
    for (const member of Object.values(part)) visit(member);
  };
  visit(value);
  return names;
}

const PREFIX = '#/components/schemas/';

/** A schema that refers to a type. */
export function referenceTo(name: string): Schema {
  return { $ref: `${PREFIX}${name}` };
}

/** The name of the type that a schema refers to. */
export function referredName(schema: object): string | undefined {
  const reference: unknown = Reflect.get(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith(PREFIX)) return undefined;
  return reference.slice(PREFIX.length);
}

import type { ContractOperation } from '../read-operations.ts';
import type { JsonSchema } from '../violate.ts';

/**
 * What a client may omit from a request, written as `submitTask body priority`, `listTasks query
 * limit`. A member of any name is `*`, an element `[]`. Excludes requests within a request, which
 * the tests of the route compare with separate requests, and fields of an automation, which `pnpm
 * proofs fields` proves.
 */
export function listOptionalFields(operations: readonly ContractOperation[]): string[] {
  const fields = operations.flatMap(({ operationId, parameters, bodySchema = {} }) => [
    ...parameters
      .filter(({ required }) => required !== true)
      .map((parameter) => `${operationId} ${parameter.in} ${parameter.name.toLowerCase()}`),
    ...optionalMembers(bodySchema, '').map((path) => `${operationId} body ${path}`),
  ]);
  return [...new Set(fields)];
}

function optionalMembers(schema: JsonSchema, path: string): string[] {
  const { properties = {}, required = [], items, additionalProperties: others } = schema;
  const branches = [schema.then ?? [], schema.else ?? []].flat();
  const variants = [...branches, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const own = Object.entries(properties).filter(([name]) => name !== 'automation');
  return [
    ...variants.flatMap((variant) => optionalMembers(variant, path)),
    ...own.flatMap(([name, member]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return [
        ...(required.includes(name) ? [] : [inner]),
        ...(isProven(member) ? [] : optionalMembers(member, inner)),
      ];
    }),
    ...(items && !schema['x-errand-own-results'] ? optionalMembers(items, `${path}[]`) : []),
    ...(typeof others === 'object' ? optionalMembers(others, `${path}.*`) : []),
  ];
}

function isProven(member: JsonSchema): boolean {
  return member['x-errand-proven-by'] !== undefined;
}

/** Returns the sent values, keyed by field in the notation of `listOptionalFields`. */
export function listSentFields(operationId: string, sent: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [place, members] of Object.entries(sent)) {
    collect(members, '', (path, value) =>
      found.set(`${operationId} ${place} ${path}`, JSON.stringify(value)),
    );
  }
  return found;
}

/** Names inside `secure_parameters` are arbitrary, so each is listed both by name and as `*`. */
function collect(value: unknown, path: string, add: (path: string, value: unknown) => void): void {
  if (path !== '') add(path, value);
  if (Array.isArray(value)) value.forEach((element) => collect(element, `${path}[]`, add));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const isAnyName = path === 'secure_parameters';
      collect(member, isAnyName ? `${path}.*` : path === '' ? name : `${path}.${name}`, add);
    }
  }
}

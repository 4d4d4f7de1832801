import type { ContractParameter } from './read-operations.ts';
import type { JsonSchema } from './violate.ts';

/** A request that breaks one constraint of a parameter. */
export interface ViolatedParameter {
  readonly name: string;
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Breaks each constraint of each parameter, and adds an unknown query parameter. */
export function violateParameters(parameters: readonly ContractParameter[]): ViolatedParameter[] {
  return [
    { name: 'query no_such_parameter', query: { no_such_parameter: '1' } },
    ...parameters.flatMap(({ name, in: place, schema }) =>
      breakText(schema)
        // An empty path segment would make a different path.
        .filter(([, text]) => place !== 'path' || text !== '')
        .map(([keyword, text]) => ({
          name: `${place} ${name} ${keyword}`,
          [place === 'query' ? 'query' : place === 'header' ? 'headers' : 'ids']: { [name]: text },
        })),
    ),
  ];
}

/** Every parameter is sent as a string, so only some strings have a wrong type. */
function breakText({ items, ...schema }: JsonSchema): [keyword: string, text: string][] {
  const { type, minLength, maxLength, minimum, maximum, minItems } = schema;
  const broken: [string, string][] = [];
  if (type !== 'string' && type !== 'array') broken.push(['type', 'no such value']);
  if (schema.enum) broken.push(['enum', 'no such value']);
  if (schema.format !== undefined) broken.push(['format', 'no such value']);
  if (schema.pattern !== undefined) broken.push(['pattern', '\u00E9']);
  if (minLength !== undefined && minLength > 0) broken.push(['minLength', '']);
  if (maxLength !== undefined) broken.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  if (minimum !== undefined) broken.push(['minimum', String(minimum - 1)]);
  if (maximum !== undefined) broken.push(['maximum', String(maximum + 1)]);
  if (minItems !== undefined && minItems > 0) broken.push(['minItems', '']);
  if (items) broken.push(...breakText(items));
  return broken;
}

import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from '@errand/foundation';

/** Anything with a schema and examples: body, parameter or header. */
interface Exemplified {
  readonly path: readonly string[];
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

describe.each(['errand', 'worker', 'admin', 'local-inference'])(
  'the published document of %s',
  (name) => {
    const document = readPublished(name);
    const exemplified = listExemplified(document, []);

    test('has an example for every body, parameter and header', () => {
      const without = exemplified.filter(({ examples }) => examples.length === 0);
      expect(exemplified.length).toBeGreaterThan(['errand', 'worker'].includes(name) ? 20 : 5);
      expect(without.map(({ path }) => path.join(' '))).toEqual([]);
    });

    test('has only examples that its schemas accept', () => {
      const validator = createValidator(document);
      const wrong = exemplified.flatMap(({ path, examples }) => {
        const validate = validator.compile({ $ref: `document#${toPointer([...path, 'schema'])}` });
        return examples
          .filter(({ value }) => !validate(value))
          .map(
            (example) =>
              `${path.join(' ')} ${example.name}: ${validator.errorsText(validate.errors)}`,
          );
      });
      expect(wrong).toEqual([]);
    });

    test('describes every operation: id, tag, summary and description', () => {
      const operations = listOperationObjects(document);
      const ids = operations.map((operation) => operation['operationId']);
      expect(ids).toEqual([...new Set(ids)]);
      const incomplete = operations.filter(
        ({ operationId, tags, summary, description }) =>
          !(operationId && Array.isArray(tags) && summary && description),
      );
      expect(incomplete).toEqual([]);
    });

    test('closes every object, or declares its additional members', () => {
      const schemas = readMember(readMember(document, 'components'), 'schemas');
      expect(listOpenObjects(schemas, [])).toEqual([]);
    });
  },
);

test('detects an example that its schema rejects', () => {
  const media = { schema: { type: 'string' }, examples: { wrong: { value: 12 } } };
  const document = { paths: { '/a/{b}': { post: { requestBody: { content: { json: media } } } } } };
  const [found] = listExemplified(document, []);
  const validate = createValidator(document).compile({
    $ref: `document#${toPointer([...(found?.path ?? []), 'schema'])}`,
  });
  expect(found?.examples).toEqual([{ name: 'wrong', value: 12 }]);
  expect(validate(12)).toBe(false);
});

function readPublished(name: string): object {
  const file = new URL(`./${name}-document.generated.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function createValidator(document: object): Ajv2020 {
  const validator = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(validator);
  // The validator gets the whole document, so that references resolve; strict mode requires its
  // keywords.
  validator.addVocabulary(['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'webhooks']);
  validator.addVocabulary(['components', 'example', 'x-errand-addition', 'x-errand-second-if']);
  validator.addVocabulary([
    'x-errand-implied-default',
    'x-errand-own-results',
    'x-errand-proven-by',
  ]);
  return validator.addSchema(document, 'document', false, false);
}

function listExemplified(value: unknown, path: string[]): Exemplified[] {
  if (!isRecord(value)) return [];
  if ('schema' in value) return [{ path, examples: listExamples(value) }];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'schemas'
      ? []
      : listExemplified(member, [...path, name]).concat(inList(member, [...path, name])),
  );
}

function inList(value: unknown, path: string[]): Exemplified[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((element, index) => listExemplified(element, [...path, String(index)]));
}

function listExamples(part: Record<string, unknown>): { name: string; value: unknown }[] {
  if ('example' in part) return [{ name: 'example', value: part['example'] }];
  return Object.entries(readMember(part, 'examples')).map(([name, example]) => ({
    name,
    value: readMember({ example }, 'example')['value'],
  }));
}

function listOperationObjects(document: object): Record<string, unknown>[] {
  return Object.values(readMember(document, 'paths'))
    .filter(isRecord)
    .flatMap((pathItem) =>
      ['get', 'put', 'post', 'patch', 'delete'].map((method) => pathItem[method]),
    )
    .filter(isRecord);
}

function listOpenObjects(schema: unknown, path: string[]): string[] {
  if (Array.isArray(schema)) {
    return schema.flatMap((element, index) => listOpenObjects(element, [...path, String(index)]));
  }
  if (!isRecord(schema)) return [];
  const isOpen =
    schema['type'] === 'object' &&
    !('additionalProperties' in schema) &&
    !('unevaluatedProperties' in schema);
  const inside = Object.entries(schema).flatMap(([name, member]) =>
    listOpenObjects(member, [...path, name]),
  );
  return isOpen ? [path.join('/'), ...inside] : inside;
}

function readMember(value: unknown, name: string): Record<string, unknown> {
  const member = isRecord(value) ? value[name] : undefined;
  return isRecord(member) ? member : {};
}

/** Returns a JSON pointer as a URI fragment. */
function toPointer(path: readonly string[]): string {
  return path
    .map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

import { refuseUnless } from './model-request.ts';

interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: SchemaNode;
  readonly enum?: readonly unknown[];
}

const typeNames = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/**
 * Checks what all providers require of a schema: an object at the root, known types, plain property
 * names.
 */
export function checkSchema(schema: unknown): void {
  const root = schema as SchemaNode;
  refuseUnless(root.type === 'object', 'The root of a schema has the type "object".');
  visit(root, (node) => {
    const types = node.type === undefined ? [] : [node.type].flat();
    for (const type of types) refuseUnless(typeNames.has(type), `Unknown type "${type}".`);
    for (const name of Object.keys(node.properties ?? {})) {
      refuseUnless(/^[a-zA-Z0-9_.-]{1,64}$/u.test(name), `Bad name of a property: "${name}".`);
    }
    for (const name of node.required ?? []) {
      refuseUnless(
        Object.hasOwn(node.properties ?? {}, name),
        `"${name}" is required and unknown.`,
      );
    }
    refuseUnless(!types.includes('array') || node.items !== undefined, 'An array has no items.');
  });
}

/** Checks OpenAI's strict mode: all properties required, no additional ones, everything typed. */
export function checkStrictSchema(schema: unknown): void {
  checkSchema(schema);
  visit(schema as SchemaNode, (node) => {
    refuseUnless(node.type !== undefined, 'In strict mode everything has a type.');
    if (![node.type].flat().includes('object')) return;
    refuseUnless(node.additionalProperties === false, 'additionalProperties has to be false.');
    const names = Object.keys(node.properties ?? {});
    refuseUnless(
      names.every((name) => node.required?.includes(name)),
      'In strict mode every property is required.',
    );
  });
}

function visit(node: SchemaNode, act: (node: SchemaNode) => void): void {
  act(node);
  if (node.items) visit(node.items, act);
  for (const member of Object.values(node.properties ?? {})) visit(member, act);
}

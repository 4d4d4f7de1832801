import { describeFields } from '../../nodes/describe-node.ts';
import { isObject, type Json, type Path, valueAt } from '../../nodes/paths.ts';
import { referenceOf, type Schema, type Schemas } from './schema.ts';

/** One kind of node, and where its fields are in the node. */
export interface NodeKind {
  /** Such as `interaction_action.click_element`, `sleep_action` or `for_loop_node`. */
  readonly key: string;
  readonly name: string;
  /** Where the fields of this kind are in the node. */
  readonly path: Path;
  readonly schema: Schema;
  /** The value of `type`, for nodes that are not actions. */
  readonly type?: string;
}

const TYPES = {
  for_loop_node: 'ForLoopNode',
  while_loop_node: 'WhileLoopNode',
  if_else_node: 'IfElseNode',
  assert_locator_node: 'AssertLocatorNode',
  private_node: 'PrivateNode',
} as const;

/** Every kind of node, from the schemas of the document. */
export function listKinds(schemas: Schemas): NodeKind[] {
  const actions = Object.entries(schemas['ActionNode']?.properties ?? {}).flatMap(
    ([group, property]) => {
      const schema = schemas[referenceOf(property) ?? ''];
      if (!group.endsWith('_action') || !schema) return [];
      const inner = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
        const own = schemas[referenceOf(each) ?? ''];
        return own ? [{ key: `${group}.${name}`, name, path: [group, name], schema: own }] : [];
      });
      const name = group.replace(/_action$/, '');
      return inner.length > 0 ? inner : [{ key: group, name, path: [group], schema }];
    },
  );
  const others = Object.entries(TYPES).flatMap(([type, schemaName]) => {
    const schema = schemas[schemaName];
    return schema ? [{ key: type, name: type.replace(/_node$/, ''), path: [], schema, type }] : [];
  });
  return [...actions, ...others];
}

/** The kind of a node; undefined for a node without an action. */
export function kindOf(kinds: readonly NodeKind[], node: Json): NodeKind | undefined {
  const type = node['type'] === 'action_node' ? undefined : (node['type'] ?? impliedType(node));
  if (type !== undefined) return kinds.find((kind) => kind.type === type);
  return kinds.find(({ path, type: own }) => own === undefined && isObject(valueAt(node, path)));
}

/** The type of a node without `type`, as the schema of nodes defines it. */
function impliedType(node: Json): string | undefined {
  if ('nodes' in node && ('condition' in node || 'expectation' in node)) return 'while_loop_node';
  if ('condition' in node) return 'if_else_node';
  if ('variable_name' in node) return 'for_loop_node';
  if ('locator' in node && 'assertion' in node) return 'assert_locator_node';
  return 'locator' in node && 'nodes' in node ? 'for_loop_node' : undefined;
}

/** The initial members of a node of the kind: the required ones, still empty. */
export function newNode(kind: NodeKind): Json {
  const { schema, path, type } = kind;
  const own = Object.fromEntries(
    (schema.required ?? []).map((name) => [name, emptyValue(schema.properties?.[name] ?? {})]),
  );
  if (type !== undefined) return { ...own, type };
  return {
    type: 'action_node',
    ...path.toReversed().reduce<Json>((inner, key) => ({ [key]: inner }), own),
  };
}

function emptyValue(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === 'array') return [];
  if (type === 'object') return {};
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  return type === 'boolean' ? false : '';
}

/** What a node acts on: its locator, URL or condition. Empty if it has none. */
export function describeNode(kind: NodeKind | undefined, node: Json): string {
  return describeFields(valueAt(node, kind?.path ?? []) as Json | undefined);
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Document extends Schema {
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/**
 * Field names restart here: `interaction_action.max_tries`, not
 * `nodes.interaction_action.max_tries`.
 */
const NODE_NAME = 'Node';

/**
 * Returns the fields of an automation as authors write them: `url`, `for_loop_node.max_iterations`,
 * `interaction_action.click_element.force`. Only leaves count: a field with fields is left out.
 */
export function listFields(document: object): string[] {
  const { $defs: parts = {}, ...root }: Document = document;
  const fields = new Set<string>();
  const nodes = parts[NODE_NAME]?.oneOf ?? [];
  collect(root, []);
  for (const node of nodes) {
    const { properties = {} } = resolve(node);
    const kind = String(properties['type']?.const);
    for (const [name, field] of Object.entries(properties)) {
      // The name of an action is enough; other fields belong to the kind of node.
      const isAction = kind === 'action_node' && name.endsWith('_action');
      collect(field, isAction ? [name] : [kind, name]);
    }
  }
  return [...fields];

  function resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (parts[name] ?? {});
  }

  function collect(schema: Schema, path: readonly string[]): void {
    const members = membersOf(schema);
    if (members.length === 0) fields.add(path.join('.'));
    for (const [name, member] of members) collect(member, [...path, name]);
  }

  /** Returns a schema's own fields, resolving references, choices, lists and records. */
  function membersOf(schema: Schema): [name: string, member: Schema][] {
    if (schema.$ref?.endsWith(`/${NODE_NAME}`) === true) return [];
    const { properties, items, additionalProperties: others, anyOf, oneOf } = resolve(schema);
    const choices = (oneOf ?? anyOf ?? []).filter(({ type }) => type !== 'null');
    // A choice between a list and an object is one field with two notations.
    if (choices.some(({ type }) => type !== undefined && type !== 'object')) return [];
    return [
      ...Object.entries(properties ?? {}),
      ...(typeof items === 'object' ? membersOf(items) : []),
      ...(typeof others === 'object' ? membersOf(others) : []),
      ...choices.flatMap((choice) => membersOf(choice)),
    ];
  }
}

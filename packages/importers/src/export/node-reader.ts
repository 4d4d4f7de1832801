import { asList, asNumber, asObject, asText, member } from '../draft/json.ts';

/** A node of a checked automation, with the one action that it has. */
export interface ReadNode {
  readonly path: string;
  /** `click_element`, `for_loop_node`, `expect`. */
  readonly kind: string;
  /** The fields of the action, or of the node itself. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly node: Readonly<Record<string, unknown>>;
}

const groups = ['interaction_action', 'assertion_action', 'extraction_action', 'misc_action'];
const beside = new Set([
  'allow_none',
  'before_sleep_time',
  'dialog',
  'end_sleep_time',
  'expect_new_tab',
  'localized_axtree_string',
  'max_new_tab_wait_time',
  'max_timeout_seconds_per_try',
  'max_tries',
  'type',
  'unique_identifier',
  'verify_before_step',
]);

/** Reads the nodes of a list, with their paths. */
export function readNodes(nodes: unknown, path: string): ReadNode[] {
  return asList(nodes).map((one, index) => readNode(asObject(one) ?? {}, `${path}[${index}]`));
}

function readNode(node: Readonly<Record<string, unknown>>, path: string): ReadNode {
  const type = asText(node['type']) ?? 'action_node';
  if (type !== 'action_node') return { path, kind: type, fields: node, node };
  const group = groups.find((name) => asObject(node[name]));
  const holder = group === undefined ? node : (asObject(node[group]) ?? {});
  const isAssertion = group === 'assertion_action' || group === 'extraction_action';
  const [kind = ''] = Object.keys(holder).filter(
    (key) => !beside.has(key) && asObject(holder[key]),
  );
  const prefix = isAssertion && kind === 'network_call' ? `${group}.` : '';
  return { path, kind: `${prefix}${kind}`, fields: asObject(member(holder, kind)) ?? {}, node };
}

/** Waits of five seconds after an action, or none after what only reads, are the defaults. */
const usualEnds: readonly unknown[] = [undefined, 0, 5];

/** Returns what a node waits for that a script of another tool does not. */
export function lostWaits({ node }: ReadNode): string[] {
  const before = asNumber(node['before_sleep_time']) ?? 0;
  const isExtraction = asObject(node['extraction_action']) !== undefined;
  return [
    ...(before > 0 && !(isExtraction && before === 3)
      ? ['It does not wait before the step (before_sleep_time).']
      : []),
    ...(usualEnds.includes(node['end_sleep_time'])
      ? []
      : ['It does not wait after the step (end_sleep_time).']),
  ];
}

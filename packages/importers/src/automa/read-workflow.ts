import { asList, asObject, asPlain, asText, isPlain, member, parseJson } from '../draft/json.ts';

export interface AutomaBlock {
  readonly id: string;
  /** Kind of the block, such as `event-click`. */
  readonly label: string;
  readonly data: unknown;
}

export interface AutomaWorkflow {
  readonly name: string;
  /** What its settings require but a recording in Errand does not do. */
  readonly notes: readonly string[];
  /** The plain values of its global data. */
  readonly globalData: ReadonlyMap<string, string>;
  /** The blocks in file order; those of a group are adjacent. */
  readonly blocks: ReadonlyMap<string, AutomaBlock>;
  /** The block at an output: `1`, `2`, `fallback`, or the id of a condition. */
  readonly next: (id: string, output: string) => string | undefined;
  /** The connected outputs of a block. */
  readonly outputs: (id: string) => readonly string[];
}

/** Returns undefined if the text is not an Automa workflow with nodes and edges. */
export function readWorkflow(text: string): AutomaWorkflow | undefined {
  const file = parseJson(text);
  const stored = member(file, 'drawflow');
  const drawflow = typeof stored === 'string' ? parseJson(stored) : stored;
  const nodes = member(drawflow, 'nodes');
  if (!Array.isArray(nodes)) return undefined;
  const blocks = new Map<string, AutomaBlock>();
  const edges = new Map<string, Map<string, string>>();
  const connect = (source: string, output: string, target: string): void => {
    const outputs = edges.get(source) ?? new Map<string, string>();
    if (!outputs.has(output)) outputs.set(output, target);
    edges.set(source, outputs);
  };
  for (const edge of asList(member(drawflow, 'edges'))) {
    const source = asText(member(edge, 'source'));
    const target = asText(member(edge, 'target'));
    if (source === undefined || target === undefined) continue;
    const handle = asText(member(edge, 'sourceHandle')) ?? '';
    connect(source, /-output-(?<output>[^]+)$/.exec(handle)?.groups?.['output'] ?? '1', target);
  }
  const given = new Set(nodes.map((node) => asText(member(node, 'id'))));
  for (const node of asList(nodes)) addNode(node, blocks, given);
  return {
    name: asText(member(file, 'name')) ?? '',
    notes: notesOf(member(file, 'settings')),
    globalData: globalDataOf(member(file, 'globalData')),
    blocks,
    next: (id, output) => edges.get(id)?.get(output),
    outputs: (id) => [...(edges.get(id)?.keys() ?? [])],
  };
}

/** Global data is JSON in a text. */
function globalDataOf(given: unknown): ReadonlyMap<string, string> {
  const data = asObject(typeof given === 'string' ? parseJson(given) : given) ?? {};
  return new Map(
    Object.entries(data).flatMap(([name, value]): [string, string][] =>
      isPlain(value) ? [[name, asPlain(value)]] : [],
    ),
  );
}

function notesOf(settings: unknown): string[] {
  const onError = asText(member(settings, 'onError')) ?? 'stop-workflow';
  const pause = Number(asPlain(member(settings, 'blockDelay')));
  return [
    ...(onError === 'stop-workflow' ? [] : [`An error fails the task (onError: ${onError}).`]),
    ...(pause > 0 ? [`Errand does not pause ${pause} ms between blocks (blockDelay).`] : []),
  ];
}

/** Every block has a line in the report, even if it has no id, or that of another block. */
function addNode(
  node: unknown,
  blocks: Map<string, AutomaBlock>,
  ids: ReadonlySet<string | undefined>,
): void {
  let id = asText(member(node, 'id')) ?? '';
  for (let at = blocks.size; id === '' || blocks.has(id); at += 1) {
    const free = `block ${at + 1}`;
    if (!ids.has(free)) id = free;
  }
  const label = asText(member(node, 'label')) ?? asText(member(node, 'name')) ?? '';
  blocks.set(id, { id, label, data: member(node, 'data') });
}

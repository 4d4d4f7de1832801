import { asList, asObject, asPlain, asText, member, parseJson } from '../draft/json.ts';

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
  for (const node of asList(nodes)) addNode(node, blocks);
  return {
    name: asText(member(file, 'name')) ?? '',
    notes: notesOf(member(file, 'settings')),
    blocks,
    next: (id, output) => edges.get(id)?.get(output),
    outputs: (id) => [...(edges.get(id)?.keys() ?? [])],
  };
}

function notesOf(settings: unknown): string[] {
  const onError = asText(member(settings, 'onError')) ?? 'stop-workflow';
  const pause = Number(asPlain(member(settings, 'blockDelay')));
  return [
    ...(onError === 'stop-workflow' ? [] : [`An error fails the task (onError: ${onError}).`]),
    ...(pause > 0 ? [`Errand does not pause ${pause} ms between blocks (blockDelay).`] : []),
  ];
}

function addNode(node: unknown, blocks: Map<string, AutomaBlock>): void {
  if (!asObject(node)) return;
  const given = asText(member(node, 'id')) ?? '';
  const id = given === '' || blocks.has(given) ? `block ${blocks.size + 1}` : given;
  const label = asText(member(node, 'label')) ?? asText(member(node, 'name')) ?? '';
  blocks.set(id, { id, label, data: member(node, 'data') });
}

import type { ReportLine } from '../imported.ts';

/** A node as JSON. */
export type NodeDocument = Record<string, unknown>;

/** What one step of a source becomes. */
export interface Mapping {
  readonly outcome: ReportLine['outcome'];
  readonly why?: string;
  readonly nodes: readonly NodeDocument[];
  readonly candidates?: readonly string[];
  readonly isSetup?: true;
}

export const mapped = (...nodes: NodeDocument[]): Mapping => ({ outcome: 'mapped', nodes });

export const approximated = (why: string, ...nodes: NodeDocument[]): Mapping => ({
  outcome: 'approximated',
  why,
  nodes,
});

export const skipped = (why: string): Mapping => ({ outcome: 'skipped', why, nodes: [] });

/** For what Errand does by itself, such as opening and closing the browser. */
export const setup = (why: string): Mapping => ({
  outcome: 'mapped',
  why,
  nodes: [],
  isSetup: true,
});

/** Joins mappings of one step; the worst outcome wins. */
export function joinMappings(mappings: readonly Mapping[]): Mapping {
  const order = ['mapped', 'approximated', 'skipped'] as const;
  const worst = Math.max(0, ...mappings.map(({ outcome }) => order.indexOf(outcome)));
  const why = mappings.flatMap((mapping) => mapping.why ?? []).join(' ');
  const nodes = mappings.flatMap((mapping) => mapping.nodes);
  const isPartly = worst === 2 && nodes.length > 0;
  return {
    outcome: isPartly ? 'approximated' : (order[worst] ?? 'skipped'),
    nodes,
    ...(why !== '' && { why }),
    ...(mappings.length > 0 && mappings.every(({ isSetup }) => isSetup) && { isSetup: true }),
    candidates: mappings.flatMap(({ candidates = [] }) => candidates),
  };
}

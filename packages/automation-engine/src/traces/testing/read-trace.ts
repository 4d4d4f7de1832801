import { strFromU8, unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';

type NodeSnapshot =
  | string
  | [[number, number]]
  | [string, Record<string, string>, ...NodeSnapshot[]];

interface Snapshot {
  readonly callId: string;
  readonly snapshotName: string;
  readonly frameId: string;
  readonly frameUrl: string;
  readonly isMainFrame: boolean;
  readonly html: NodeSnapshot;
}

export interface TraceEvent {
  readonly type: string;
  readonly callId?: string;
  readonly parentId?: string;
  readonly title?: string;
  readonly text?: string;
  /** The file that contains an image. */
  readonly file?: string;
  readonly message?: string;
  readonly error?: { readonly name: string; readonly message: string };
  readonly point?: { readonly x: number; readonly y: number };
  readonly snapshot?: Snapshot;
}

interface Entry {
  readonly request: { readonly url: string; readonly headers: { name: string; value: string }[] };
  readonly response: { readonly status: number; readonly content: { readonly _file?: string } };
}

export interface ReadTrace {
  readonly events: readonly TraceEvent[];
  readonly entries: readonly Entry[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The documents of a snapshot as markup, the page's own first, with all references resolved. */
  readonly render: (snapshotName: string) => readonly string[];
}

/** Reads a trace as the viewer does. */
export function readTrace(path: string): ReadTrace {
  const files = new Map(Object.entries(unzipSync(readFileSync(path))));
  const linesOf = (name: string) =>
    strFromU8(files.get(name) ?? new Uint8Array())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const events: TraceEvent[] = linesOf('trace.trace');
  const snapshots = events.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []));
  return {
    events,
    entries: linesOf('trace.network').map(({ snapshot }) => snapshot),
    files,
    render: (name) =>
      snapshots
        .filter(({ snapshotName }) => snapshotName === name)
        // Documents respond in any order.
        .toSorted((one, other) => Number(other.isMainFrame) - Number(one.isMainFrame))
        .map(({ frameId, html }) => {
          const ofFrame = snapshots.filter((other) => other.frameId === frameId);
          const index = ofFrame.findIndex(({ snapshotName }) => snapshotName === name);
          return write(html, ofFrame, index);
        }),
  };
}

function write(node: NodeSnapshot, ofFrame: readonly Snapshot[], index: number): string {
  if (typeof node === 'string') return node;
  const [name] = node;
  if (typeof name !== 'string') {
    const [back, number] = name;
    const earlier = ofFrame[index - back];
    const found = earlier && listNodes(earlier.html)[number];
    if (found === undefined) throw new Error(`Node ${number}, ${back} snapshots ago, is missing.`);
    return write(found, ofFrame, index - back);
  }
  const [, attributes, ...content] = node as [string, Record<string, string>, ...NodeSnapshot[]];
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  const inside = content.map((child) => write(child, ofFrame, index)).join('');
  return `<${name}${written.join('')}>${inside}</${name}>`;
}

function listNodes(root: NodeSnapshot): NodeSnapshot[] {
  if (typeof root === 'string') return [root];
  if (typeof root[0] !== 'string') return [];
  const [, , ...content] = root as [string, Record<string, string>, ...NodeSnapshot[]];
  return [...content.flatMap(listNodes), root];
}

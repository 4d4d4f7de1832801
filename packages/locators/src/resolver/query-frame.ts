import { randomUUID } from 'node:crypto';
import type { CDPSession, ElementHandle, Frame, Protocol } from 'puppeteer';
import type { Selector } from '../selectors/selector-part.ts';
import type { InPageCall, IsolatedWorlds } from './isolated-worlds.ts';
import { internalsOf } from './puppeteer-internals.ts';
import type { SessionWorlds } from './session-worlds.ts';

/** A node found in an isolated world, before its adoption into another. */
export interface FoundNode {
  readonly backendNodeId: number;
  /** Lower case. */
  readonly name: string;
  /** Iframes only: the frame inside. */
  readonly contentFrameId?: string | undefined;
}

export type Call = Pick<InPageCall, 'method' | 'parameters'>;

/**
 * Runs a query and returns the nodes in document order; undefined if the query itself returns
 * nothing.
 */
export async function findNodes(
  frame: Frame,
  worlds: IsolatedWorlds,
  call: Call,
): Promise<FoundNode[] | undefined> {
  const { _id: frameId, client } = internalsOf(frame);
  const objectGroup = randomUUID();
  const found = await worlds.call(frameId, { ...call, objectGroup });
  if (found.objectId === undefined) return undefined;
  const objects = found.subtype === 'array' ? await listElements(client, found) : [found];
  // Sent together but processed in order: the objects are released after they are described.
  const described = Promise.all(objects.map((object) => describeNode(client, object)));
  await Promise.all([described, client.send('Runtime.releaseObjectGroup', { objectGroup })]);
  return described;
}

export async function countNodes(
  frame: Frame,
  worlds: IsolatedWorlds,
  selector: Selector,
): Promise<number> {
  const call = { method: 'count', parameters: [selector], objectGroup: '' } as const;
  const { value } = await worlds.call(internalsOf(frame)._id, call);
  return Number(value ?? 0);
}

/** Calls a function of the injected script that returns JSON. */
export async function callForJson<Result>(
  frame: Frame,
  worlds: SessionWorlds,
  call: {
    readonly method: 'describeMatches' | 'findNearest' | 'showMatches' | 'trySelectors';
    readonly parameters: readonly unknown[];
  },
): Promise<Result> {
  const opened = await worlds.of(frame);
  const { value } = await opened.call(internalsOf(frame)._id, { ...call, objectGroup: '' });
  // Comes from our own script, which no page can reach.
  return JSON.parse(String(value)) as Result;
}

/**
 * Returns handles in Puppeteer's isolated world, where the page cannot tamper with actions on them.
 */
export async function adoptNodes(
  frame: Frame,
  nodes: readonly FoundNode[],
): Promise<ElementHandle[]> {
  const realm = internalsOf(frame).isolatedRealm();
  return Promise.all(nodes.map(({ backendNodeId }) => realm.adoptBackendNode(backendNodeId)));
}

async function listElements(
  client: CDPSession,
  { objectId }: Protocol.Runtime.RemoteObject,
): Promise<Protocol.Runtime.RemoteObject[]> {
  if (objectId === undefined) return [];
  const { result } = await client.send('Runtime.getProperties', { objectId, ownProperties: true });
  return result
    .filter(({ name }) => /^\d+$/.test(name))
    .map(({ value }) => value)
    .filter((value) => value !== undefined);
}

async function describeNode(
  client: CDPSession,
  { objectId }: Protocol.Runtime.RemoteObject,
): Promise<FoundNode> {
  if (objectId === undefined) throw new Error('A query in the page did not return a node.');
  const { node } = await client.send('DOM.describeNode', { objectId });
  return {
    backendNodeId: node.backendNodeId,
    name: node.nodeName.toLowerCase(),
    contentFrameId: node.frameId,
  };
}

import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, memberOf } from './json-object.ts';

/** The same place in two versions of an automation. */
interface Versions {
  readonly old: JsonObject;
  readonly current: JsonObject;
  /** Names and indices that lead to the node. */
  readonly place: readonly string[];
}

/**
 * Whether a place certainly holds the same node in two versions: either only one node of each
 * version matches, or no node of the lists that lead to it was added, removed or moved.
 */
export function isSameNode(
  { old, current, place }: Versions,
  isMatch: (node: JsonObject) => boolean,
): boolean {
  if (isOnly(old, isMatch) && isOnly(current, isMatch)) return true;
  return place.every((_name, depth) => {
    const list = place.slice(0, depth);
    return isInOrder(list.reduce<unknown>(memberOf, old), list.reduce<unknown>(memberOf, current));
  });
}

function isOnly(automation: JsonObject, isMatch: (node: JsonObject) => boolean): boolean {
  return placesOf(automation, isMatch).length === 1;
}

/** The places of all nodes that match. */
export function placesOf(value: unknown, isMatch: (node: JsonObject) => boolean): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, isMatch).map((place) => [name, ...place]),
  );
  return isObject(value) && isMatch(value) ? [[], ...inside] : inside;
}

/** Whether the nodes of a list were at most edited where they are. Anything else has no order. */
function isInOrder(old: unknown, current: unknown): boolean {
  if (!Array.isArray(old) || !Array.isArray(current)) return true;
  if (old.length !== current.length) return false;
  return current.every(
    (node, index) =>
      isDeepStrictEqual(node, old[index]) || !old.some((each) => isDeepStrictEqual(each, node)),
  );
}

import type { TargetMeans } from './resolve-target.ts';

type Place =
  | Pick<Extract<TargetMeans, { kind: 'point' }>, 'kind' | 'point'>
  | Pick<Extract<TargetMeans, { kind: 'keyword' }>, 'kind' | 'source'>;

/** Describes a place for messages, as its author gave it. */
export function describePlace(place: Place): string {
  if (place.kind === 'keyword') return `The text ${JSON.stringify(place.source)}`;
  return `The point [${place.point.x}, ${place.point.y}]`;
}

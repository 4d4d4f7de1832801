import type { Scene, Sent } from './open-scene.ts';

/**
 * Proves that a field has an effect: two requests that differ only in it have visibly different
 * results.
 */
export interface Effect {
  readonly without: Sent;
  readonly with: Sent;
  /** Sends the request in its own scene and returns the observed result, without ids and times. */
  readonly see: (scene: Scene, sent: Sent) => Promise<unknown>;
}

/** Keyed by field, as named by `listOptionalFields`. */
export type Effects = Readonly<Record<string, Effect>>;

/** The path and credentials of the next callback. */
export async function seeCallback(scene: Scene): Promise<unknown> {
  const { headers, path } = await scene.receiver.next();
  return [path, headers['x-api-key'], headers.authorization];
}

/** Effects of the fields of one body. Each pair of bodies differs only in its field. */
export function effectsOfBody(
  operationId: string,
  see: Effect['see'],
  fields: Readonly<Record<string, readonly [without: object, changed: object]>>,
): Effects {
  return Object.fromEntries(
    Object.entries(fields).map(([field, [without, changed]]) => [
      `${operationId} body ${field}`,
      { without: { body: without }, with: { body: changed }, see },
    ]),
  );
}

/** Effects of query parameters, each compared with a request without it. */
export function effectsOfQuery(
  operationId: string,
  see: Effect['see'],
  parameters: Readonly<Record<string, string | number | boolean>>,
): Effects {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      `${operationId} query ${name}`,
      { without: {}, with: { query: { [name]: value } }, see },
    ]),
  );
}

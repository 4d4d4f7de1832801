import type { Scene, Sent } from './open-scene.ts';

/** How it is seen that a field does something: two requests that differ in it are seen to differ. */
export interface Effect {
  readonly without: Sent;
  readonly with: Sent;
  /** Sends the request in a scene of its own and answers what came of it, without ids and times. */
  readonly see: (scene: Scene, sent: Sent) => Promise<unknown>;
}

/** By field, in the words of `listOptionalFields`. */
export type Effects = Readonly<Record<string, Effect>>;

/** The name and value of each credential that the next callback brings. */
export async function seeCallback(scene: Scene): Promise<unknown> {
  const { headers, path } = await scene.receiver.next();
  return [path, headers['x-api-key'], headers.authorization];
}

/** Effects of fields of one body. Each changes nothing but its field of a common one. */
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

/** Effects of query parameters, each seen against a request without one. */
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

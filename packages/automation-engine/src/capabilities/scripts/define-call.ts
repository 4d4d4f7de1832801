import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { InvalidCallError } from './script-action-errors.ts';
import type { ScriptWorld } from './script-world.ts';

/** Longest text that a script may hand over where it is a name, a locator or an address. */
export const shortText = () => z.string().max(20_000);
/** Milliseconds. */
export const timeout = () => z.number().min(0).max(3_600_000);
/** On every call of a page. */
export const pageFields = { page: z.string().max(20), timeout: timeout() };
export const mouseButton = () => z.enum(['left', 'middle', 'right']);
export const clickCount = () => z.number().int().min(1).max(3);

/** Something that a script may ask for. */
export interface ScriptCall {
  /** Throws `InvalidCallError` before it does anything for params that the call does not take. */
  readonly run: (world: ScriptWorld, params: unknown) => Promise<JsonValue | undefined>;
}

export type CallTable = Readonly<Record<string, ScriptCall>>;

/** A call whose params are what a stranger says: they are checked first. */
export function defineCall<Params extends z.ZodType>(
  params: Params,
  run: (world: ScriptWorld, params: z.output<Params>) => Promise<JsonValue | undefined | void>,
): ScriptCall {
  return {
    async run(world, given) {
      const parsed = params.safeParse(given);
      if (!parsed.success) throw new InvalidCallError(z.prettifyError(parsed.error));
      return (await run(world, parsed.data)) ?? undefined;
    },
  };
}

import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { InvalidCallError } from './script-action-errors.ts';
import type { ScriptWorld } from './script-world.ts';

/** For names, locators and addresses from a script; limits their length. */
export const shortText = () => z.string().max(20_000);
/** Milliseconds. */
const timeout = () => z.number().min(0).max(3_600_000);
/** Fields of every page call. */
export const pageFields = { page: z.string().max(20), timeout: timeout() };
export const mouseButton = () => z.enum(['left', 'middle', 'right']);
export const clickCount = () => z.number().int().min(1).max(3);

/** A call that a script may make. */
export interface ScriptCall {
  /** Throws `InvalidCallError` for invalid params before it does anything. */
  readonly run: (world: ScriptWorld, params: unknown) => Promise<JsonValue | undefined>;
}

export type CallTable = Readonly<Record<string, ScriptCall>>;

/** Defines a call whose params are untrusted: they are validated first. */
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

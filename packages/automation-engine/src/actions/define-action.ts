import { z } from 'zod';
import type { ActionContext } from '../action-context.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import { NotImplementedError } from '../errors.ts';
import { InvalidParamsError } from './action-errors.ts';

/** Where a kind stands in a node. `node`: directly on it; the others: inside `<group>_action`. */
export type ActionGroup = 'interaction' | 'extraction' | 'assertion' | 'misc' | 'node';

/** Stands in for `run` of a kind that is checked but does not run yet; its step fails as `not_implemented`. */
export const notImplemented = 'not-implemented';

interface ActionDefinition<
  Group extends ActionGroup,
  Kind extends string,
  Params extends z.ZodType,
> {
  readonly group: Group;
  /** Name on the wire: `click_element`. Unique in its group. Never renamed once released. */
  readonly kind: Kind;
  /** One sentence; becomes the description in the API document. */
  readonly summary: string;
  /** Running it twice does no more than running it once, so a lost attempt may be retried. */
  readonly idempotent: boolean;
  /** Parsing what it has parsed changes nothing: an action may be parsed with its automation and again when it runs. */
  readonly params: Params;
  readonly run:
    | typeof notImplemented
    | ((context: ActionContext, params: z.output<Params>) => Promise<ActionOutcome>);
}

export interface Action<
  Group extends ActionGroup = ActionGroup,
  Kind extends string = string,
  Params extends z.ZodType = z.ZodType,
> extends Omit<ActionDefinition<Group, Kind, Params>, 'run'> {
  readonly isImplemented: boolean;
  /** Throws InvalidParamsError before it touches the page, and NotImplementedError if the kind does not run yet. */
  readonly execute: (context: ActionContext, params: unknown) => Promise<ActionOutcome>;
}

/** Closes over the params type, so the registry holds every action without a cast. */
export function defineAction<
  Group extends ActionGroup,
  const Kind extends string,
  Params extends z.ZodType,
>(definition: ActionDefinition<Group, Kind, Params>): Action<Group, Kind, Params> {
  const { run, ...description } = definition;
  return {
    ...description,
    isImplemented: run !== notImplemented,
    async execute(context, params) {
      const parsed = definition.params.safeParse(params);
      if (!parsed.success) {
        throw new InvalidParamsError(definition.kind, z.prettifyError(parsed.error));
      }
      if (run === notImplemented) throw new NotImplementedError(definition.kind);
      return run(context, parsed.data);
    },
  };
}

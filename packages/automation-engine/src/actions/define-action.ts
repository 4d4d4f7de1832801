import { z } from 'zod';
import type { ActionContext } from './action-context.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import { InvalidParamsError } from './action-errors.ts';

/** Where a kind appears in a node. `node`: directly on it; the others: inside `<group>_action`. */
export type ActionGroup = 'interaction' | 'extraction' | 'assertion' | 'misc' | 'node';

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
  /**
   * `page`: needs a web page. `screen`: acts at points of the screen when the automation acts on
   * one. Omitted: needs neither.
   */
  readonly place?: 'page' | 'screen';
  /** Must be idempotent: params are parsed with the automation and again when the action runs. */
  readonly params: Params;
  readonly run: (context: ActionContext, params: z.output<Params>) => Promise<ActionOutcome>;
}

export interface Action<
  Group extends ActionGroup = ActionGroup,
  Kind extends string = string,
  Params extends z.ZodType = z.ZodType,
> extends Omit<ActionDefinition<Group, Kind, Params>, 'run'> {
  /** Throws InvalidParamsError before it touches the page. */
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
    async execute(context, params) {
      const parsed = definition.params.safeParse(params);
      if (!parsed.success) {
        throw new InvalidParamsError(definition.kind, z.prettifyError(parsed.error));
      }
      return run(context, parsed.data);
    },
  };
}

import type { z } from 'zod';
import type { ActionContext } from './action-context.ts';
import type { ActionEffects, ActionFields, ActionTarget, Repetition } from './action-facts.ts';
import type { ActionOutcome } from '../action-outcome.ts';

/** Where a kind appears in a node. `node`: directly on it; the others: inside `<group>_action`. */
export type ActionGroup = 'interaction' | 'extraction' | 'assertion' | 'misc' | 'node';

interface ActionDescription<
  Group extends ActionGroup,
  Kind extends string,
  Schema extends z.ZodType,
> {
  readonly group: Group;
  /** Name on the wire: `click_element`. Unique in its group. Never renamed once released. */
  readonly kind: Kind;
  /** One sentence; becomes the description in the API document. */
  readonly summary: string;
  /** Params as an author would write them; shown in the documentation of the kind. */
  readonly example: z.input<Schema>;
  /**
   * `page`: needs a web page. `screen`: acts at points of the screen when the automation acts on
   * one. Omitted: needs neither.
   */
  readonly place?: 'page' | 'screen';
  /** Accepted on the channel `rdp` although it needs a page. */
  readonly isForRemoteDesktops?: boolean;
  /** Must be idempotent, because an automation may be parsed again. */
  readonly params: Schema;
}

/** What depends on the params of a step. */
interface ActionBehaviour<Params> {
  readonly effects?: ActionEffects<Params>;
  readonly fields?: ActionFields<Params>;
  readonly target?: ActionTarget<Params>;
  readonly run: (context: ActionContext, params: Params) => Promise<ActionOutcome>;
}

/** What steps of the kind do to the page. */
export function effectOnPage({ group, effects }: Pick<Action, 'effects' | 'group'>) {
  return effects?.onPage ?? (group === 'extraction' || group === 'assertion' ? 'reads' : 'acts');
}

/** Whether a step may run a second time. */
export function repetitionOf(action: Action, params: ParsedParams): Repetition {
  const { repetition } = action.effects ?? {};
  if (typeof repetition === 'function') return repetition(params);
  return repetition ?? (effectOnPage(action) === 'acts' ? 'unsafe' : 'harmless');
}

declare const parsed: unique symbol;

/** Params as their kind's schema returns them. `findActionOfNode` pairs them with their kind. */
export interface ParsedParams {
  readonly [parsed]: true;
}

/** One kind of action. Its members define everything that distinguishes it from other kinds. */
export interface Action<
  Group extends ActionGroup = ActionGroup,
  Kind extends string = string,
  Schema extends z.ZodType = z.ZodType,
>
  extends ActionDescription<Group, Kind, Schema>, ActionBehaviour<ParsedParams> {}

/** Types a kind's members by its schema, and hides that type from the registry. */
export function defineAction<
  Group extends ActionGroup,
  const Kind extends string,
  Schema extends z.ZodType,
>(
  definition: ActionDescription<Group, Kind, Schema> & ActionBehaviour<z.output<Schema>>,
): Action<Group, Kind, Schema> {
  // Sound because only params parsed by this schema are ever passed to it.
  return definition as unknown as Action<Group, Kind, Schema>;
}

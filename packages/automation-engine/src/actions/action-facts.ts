import type { NearSearch } from '@errand/locators';

/** A wait set by the params of a step. */
export interface LongestWait {
  /** The field that sets the wait. Omitted if several set it together. */
  readonly field?: string;
  readonly seconds: number;
}

/** Network calls that must be recorded because a step may read them later. */
export interface RecordedCalls {
  /** Text that their addresses contain, with its placeholders. Omitted: every call. */
  readonly urlPattern?: string;
  readonly needsBody: boolean;
}

/** Whether a step may run a second time: `harmless` if two runs do no more than one. */
export type Repetition = 'harmless' | 'unsafe';

/** What steps of a kind do, as far as the linter and the interpreter need to know. */
export interface ActionEffects<Params> {
  /**
   * `acts`: it may trigger activity on the page. `reads`: it only looks, so nothing is waited for
   * afterwards. `pauses`: it only lets time pass. Default: extractions and assertions read, the
   * other groups act.
   */
  readonly onPage?: 'acts' | 'pauses' | 'reads';
  /**
   * Whether a continued task may run the step again, even if it succeeded, or if its failure does
   * not show how far it got. Default: harmless unless it acts on the page.
   */
  readonly repetition?: Repetition | ((params: Params) => Repetition);
  /** Whether nothing can run after it. */
  readonly alwaysFails?: boolean;
  /** Whether a person may set any variable while it runs. */
  readonly setsAnyVariable?: boolean;
  /** Whether it may start a download. */
  readonly mayDownload?: (params: Params) => boolean;
  readonly longestWait?: (params: Params) => LongestWait | undefined;
  readonly recordedCalls?: (params: Params) => readonly RecordedCalls[];
  /** The address that it opens, with its placeholders. Agents may go to its origin. */
  readonly openedAddress?: (params: Params) => string;
}

/** The field whose text is typed into the page, the only place where secrets may appear. */
export interface TypedField<Params> {
  readonly name: string;
  /** Completes "... is a secret, and"; undefined if a secret may be typed. */
  readonly whyNotSecret?: (params: Params) => string | undefined;
  /**
   * Returns the text and the fields that describe its target. The linter warns if plain text goes
   * into a target that is labelled a password.
   */
  readonly describe: (params: Params) => TypedDescription;
}

export interface TypedDescription {
  readonly text: string | undefined;
  readonly target: readonly (string | undefined)[];
}

/** What the fields of a kind mean to the checks of an automation. */
export interface ActionFields<Params> {
  /** Fields of the extraction group that mean nothing for this kind. */
  readonly idle?: readonly ('allow_none' | 'unique_identifier')[];
  /** Fields that name a variable to be set to one value, besides `output_variable_name` and the like. */
  readonly written?: readonly string[];
  /**
   * Fields that contain an expression, whose bare names refer to values of the `task`, or to the
   * `response` to the step's own call.
   */
  readonly expressions?: Readonly<Record<string, 'response' | 'task'>>;
  readonly typed?: TypedField<Params>;
  /** Returns a field in use that needs a web page, and how to do without it. */
  readonly findPageField?: (
    params: Params,
  ) => { readonly name: string; readonly wayOut?: string } | undefined;
  /** Returns a field in use that needs a page element; the screen only has points. */
  readonly findElementField?: (params: Params) => string | undefined;
  /** Gives the output a name if it has none. Modifies the params. */
  readonly nameOutput?: (params: Params, name: string) => void;
}

/** How a kind finds its element. */
export interface ActionTarget<Params> {
  /** What it does to the element; used to suggest similar ones if the locator finds none. */
  readonly act?: NearSearch['act'];
  /**
   * Whether a step may have acted when it looks for another element. A failure to find one then
   * does not show that nothing has happened.
   */
  readonly actsBeforeFound?: boolean;
  /** Whether the step is optional. It then looks for its element even if `max_tries` is 0. */
  readonly isOptional?: (params: Params) => boolean;
  /** Whether it acts on an element of the page even where steps act on the screen. */
  readonly isOnPage?: (params: Params) => boolean;
}

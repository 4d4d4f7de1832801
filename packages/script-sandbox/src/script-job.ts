import type { JsonValue } from '@errand/foundation';

type Values = Readonly<Record<string, JsonValue>>;

/** A placeholder in a script, including braces; `value` is missing if it has none. */
export interface ScriptPlaceholder {
  readonly source: string;
  readonly value?: JsonValue;
}

/** One script and all the data it receives. It has no access to the rest of the worker. */
export interface ScriptJob {
  /** Python that defines `async def code_fn(...)`. */
  readonly source: string;
  /** Meaning of code_fn's parameters, in order, where their names do not reveal it. */
  readonly gives: readonly ('page' | 'axtree' | 'browser')[];
  /** Values are inserted into the script's syntax tree, never into its text. */
  readonly placeholders: readonly ScriptPlaceholder[];
  readonly inputParameters: Values;
  readonly variables: Values;
  readonly uniqueParameters: Values;
  /** `ctx.state` as the previous script of the attempt left it. */
  readonly state: Values;
  /** The page as text (accessibility tree). */
  readonly axtree?: string;
  /** Maximum run time in seconds, if lower than the sandbox's. */
  readonly timeoutSeconds?: number | undefined;
  /** Default timeout of a page call, in milliseconds. */
  readonly callTimeoutMs: number;
}

/** Serves the calls of a script. The script is untrusted, so every input must be validated. */
export interface ScriptHost {
  /**
   * Handles a call. What it throws becomes an exception in the script: `TimeoutError` if the
   * error's name starts with that.
   */
  readonly call: (
    method: string,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<JsonValue | undefined>;
  /** Called with every printed line, up to 64 KiB in all. */
  readonly onPrint: (line: string) => void;
}

/** Result of a script that ended by itself. */
export interface ScriptRun {
  readonly value: JsonValue;
  /** `ctx.state` as the script left it, even when it failed. */
  readonly state: Values;
  /** Why the script failed, if it did. */
  readonly error?: Error;
}

import type { JsonValue } from '@errand/foundation';

type Values = Readonly<Record<string, JsonValue>>;

/** A placeholder that stands in a script, braces included; without a value if it has none. */
export interface ScriptPlaceholder {
  readonly source: string;
  readonly value?: JsonValue;
}

/** One script and what it gets to know. Nothing else of the worker reaches it. */
export interface ScriptJob {
  /** Python that defines `async def code_fn(...)`. */
  readonly source: string;
  /** What the parameters of code_fn are, in their order, where their names do not say it. */
  readonly gives: readonly ('page' | 'axtree' | 'browser')[];
  /** Their values go into the syntax tree of the script, never into its text. */
  readonly placeholders: readonly ScriptPlaceholder[];
  readonly inputParameters: Values;
  readonly variables: Values;
  readonly uniqueParameters: Values;
  /** `ctx.state`, as the last script of the attempt left it. */
  readonly state: Values;
  /** The page as text. */
  readonly axtree?: string;
  /** Longest run time, in seconds, if that is less than what the sandbox allows. */
  readonly timeoutSeconds?: number | undefined;
  /** What a call on a page may take unless the script says otherwise, in milliseconds. */
  readonly callTimeoutMs: number;
}

/** What answers a script. It is told everything by a stranger and has to check it all. */
export interface ScriptHost {
  /** Answers a call of the script. What it throws becomes an exception there: `TimeoutError` if the error's name begins so. */
  readonly call: (
    method: string,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<JsonValue | undefined>;
  /** Told of every line that the script prints, of 64 KiB in all. */
  readonly onPrint: (line: string) => void;
}

/** How a script ended by itself. */
export interface ScriptRun {
  readonly value: JsonValue;
  /** `ctx.state` as the script left it, also when it failed. */
  readonly state: Values;
  /** Why it failed, if it did. */
  readonly error?: Error;
}

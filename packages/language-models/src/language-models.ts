import type { JsonValue } from '@errand/foundation';
import type { JsonSchema } from './json-schema.ts';

/**
 * The language models of one task. Every call is checked against the task's budget before it is
 * made, and counted afterwards. Prompts and answers are neither kept nor logged.
 */
export interface LanguageModels {
  /**
   * Asks one question. The value conforms to the question's schema. Throws `LanguageModelError`, or
   * the signal's reason.
   */
  readonly answer: (question: Question, signal: AbortSignal) => Promise<Answer>;
  /** Requests the next turn of a conversation with tools. Throws like `answer`. */
  readonly converse: (conversation: Conversation, signal: AbortSignal) => Promise<ModelTurn>;
  /** Usage of the task so far. */
  readonly usage: () => ModelUsageRecord;
}

/** Which model to ask, and why. */
export interface ModelChoice {
  /** One word, such as `extraction`; sent as the `errand-purpose` header. */
  readonly purpose: string;
  /** `gemini`, `openai`, `anthropic` or `openai-compatible`; default from the settings. */
  readonly provider?: string | null | undefined;
  /** Name alone or as `provider/model`; default from the settings. */
  readonly model?: string | null | undefined;
}

export interface Question extends ModelChoice {
  /** Instructions for the model: Errand's or the automation's, never the page's. */
  readonly instructions: string;
  readonly parts: readonly Part[];
  /** A JSON schema whose root is an object. */
  readonly schema: JsonSchema;
  /**
   * Maximum thinking tokens, 0 for none. Default: the model decides. Throws `ModelError` where the
   * provider accepts no limit (OpenAI, OpenAI-compatible) or not this value.
   */
  readonly thinkingTokens?: number | undefined;
}

export type Part =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly content: Uint8Array;
      /** `image/png`, `image/jpeg` or `image/webp`. */
      readonly mediaType: string;
    }
  | { readonly type: 'pdf'; readonly content: Uint8Array; readonly filename: string };

export interface Answer {
  readonly value: JsonValue;
  readonly usage: ModelUsage;
  /** The model that answered, as `provider/model`; may be the fallback. */
  readonly model: string;
}

export interface Conversation extends ModelChoice {
  readonly instructions: string;
  /** Starts with a user message; ends with a user message or tool results. */
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
}

export interface Tool {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema whose root is an object. */
  readonly schema: JsonSchema;
}

export type Message =
  | { readonly role: 'user'; readonly parts: readonly Part[] }
  | AssistantMessage
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

/** An earlier turn of the model, as returned in `ModelTurn.message`. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /**
   * The provider's own record of the turn (signatures of thinking and so on), passed back
   * unchanged.
   */
  readonly raw?: unknown;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** Why the call is invalid: unknown tool, or an input that does not match its schema. */
  readonly problem?: string;
}

/** The result of a tool call; the next message needs one for each call of a turn. */
export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean;
}

export interface ModelTurn {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Append this to the messages of the next call. */
  readonly message: AssistantMessage;
  readonly usage: ModelUsage;
  readonly model: string;
}

/** Usage of one answer. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars at the configured prices; null if the model's price is unknown. */
  readonly costUsd: number | null;
}

/** Usage of a task, including all attempts and rejected answers. */
export interface ModelUsageRecord extends ModelUsage {
  /** Number of requests sent. */
  readonly calls: number;
  readonly models: readonly ModelUsageOfModel[];
}

export interface ModelUsageOfModel extends ModelUsage {
  /** `provider/model`. */
  readonly model: string;
  readonly calls: number;
}

import type { JsonValue } from '@errand/foundation';
import type { JsonSchema } from './json-schema.ts';

/**
 * The language models of one task. Every call is checked against the budget of the task before it
 * is made and counted afterwards. Nothing is kept or logged of what is asked and answered.
 */
export interface LanguageModels {
  /** Asks one question. The value fits the question's schema. Throws `LanguageModelError`, or the signal's reason. */
  readonly answer: (question: Question, signal: AbortSignal) => Promise<Answer>;
  /** Asks for the next turn of a conversation with tools. Throws as `answer` does. */
  readonly converse: (conversation: Conversation, signal: AbortSignal) => Promise<ModelTurn>;
  /** What the task has used until now. */
  readonly usage: () => ModelUsageRecord;
}

/** Which model is asked, and what for. */
export interface ModelChoice {
  /** One word, such as `extraction`; it goes along as the header `errand-purpose`. */
  readonly purpose: string;
  /** `gemini`, `openai`, `anthropic` or `openai-compatible`; default by setting. */
  readonly provider?: string | null | undefined;
  /** Name alone or as `provider/model`; default by setting. */
  readonly model?: string | null | undefined;
}

export interface Question extends ModelChoice {
  /** What the model shall do: ours or the automation's, never the page's. */
  readonly instructions: string;
  readonly parts: readonly Part[];
  /** A JSON schema whose root is an object. */
  readonly schema: JsonSchema;
  /**
   * Most tokens that the model may think, 0 for not at all. Default: as the model likes. A `ModelError` where the provider
   * takes no such limit (OpenAI, OpenAI-compatible) or not this one.
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
  /** The model that answered, as `provider/model`: the fallback if it had to help. */
  readonly model: string;
}

export interface Conversation extends ModelChoice {
  readonly instructions: string;
  /** Begins with a user message; ends with a user message or tool results. */
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

/** What the model said before, as `ModelTurn.message` gives it. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The provider's own record of the turn (signatures of thoughts ...), passed back as it is. */
  readonly raw?: unknown;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** Why the call cannot be carried out: no such tool, or an input that does not fit its schema. */
  readonly problem?: string;
}

/** The answer to a tool call; each call of a turn needs one in the message after it. */
export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean;
}

export interface ModelTurn {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Belongs into the messages of the next call. */
  readonly message: AssistantMessage;
  readonly usage: ModelUsage;
  readonly model: string;
}

/** What one answer took. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars at the list prices of the settings; null if the price of the model is not known. */
  readonly costUsd: number | null;
}

/** What a task has used, all attempts and refused answers included. */
export interface ModelUsageRecord extends ModelUsage {
  /** Requests that were sent. */
  readonly calls: number;
  readonly models: readonly ModelUsageOfModel[];
}

export interface ModelUsageOfModel extends ModelUsage {
  /** `provider/model`. */
  readonly model: string;
  readonly calls: number;
}

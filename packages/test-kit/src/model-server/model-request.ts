export type WireFormatName = 'gemini' | 'openai-responses' | 'openai-chat' | 'anthropic';

/** One request as the server parsed it, in any wire format. */
export interface ReceivedModelRequest {
  readonly format: WireFormatName;
  /** True below `/compatible`, the address of a server that merely implements OpenAI's API. */
  readonly isCompatible: boolean;
  readonly model: string;
  /** The header `errand-purpose`. */
  readonly purpose: string;
  readonly instructions: string;
  /** The text of user messages and tool results, in order. */
  readonly texts: readonly string[];
  readonly images: readonly ReceivedFile[];
  readonly pdfs: readonly ReceivedFile[];
  /** The schema of a JSON answer, if one is required. */
  readonly schema?: unknown;
  readonly tools: readonly { readonly name: string; readonly schema: unknown }[];
  readonly toolResults: readonly { readonly id: string; readonly text: string }[];
  /** Maximum thinking tokens, 0 for none, if the request sets a limit. */
  readonly thinkingTokens?: number | undefined;
  /** Earlier thinking of the model, as later requests return it. */
  readonly thoughts?: readonly string[];
  readonly body: unknown;
}

export interface ReceivedFile {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A scripted response of the server. */
export type ScriptedAnswer = (
  | { readonly json: unknown }
  | { readonly text: string }
  | {
      readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
      readonly text?: string;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Never responds. */
  | { readonly silence: true }
  /** Breaks the connection. */
  | { readonly broken: true }
  /** Responds with status 200 and this body, valid or not. */
  | { readonly rawBody: string }
) & {
  /** Token counts. Default 10 in, 5 out; null omits them. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  readonly finish?: 'stop' | 'length' | 'content-filter';
  /**
   * Thinking before the answer, signed or encrypted as the provider does it. Not available in chat
   * completions.
   */
  readonly thoughts?: string;
};

export type Said = Extract<
  ScriptedAnswer,
  { json: unknown } | { text: string } | { toolCalls: object }
>;

/** One provider's wire format. */
export interface WireFormat {
  readonly name: WireFormatName;
  /** Matches the path, with a group `model` if the path contains the model. */
  readonly path: RegExp;
  /** Returns the API key from the headers, or undefined when there is none. */
  readonly keyOf: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => string | undefined;
  /**
   * Parses a body. Throws `RefusedModelRequest` or zod's error for what the provider would refuse.
   */
  readonly read: (body: unknown) => Omit<
    ReceivedModelRequest,
    'format' | 'isCompatible' | 'purpose' | 'body' | 'model'
  > & {
    readonly model?: string;
  };
  readonly answer: (said: Said, model: string) => unknown;
  readonly refusal: (status: number, message: string) => unknown;
}

export class RefusedModelRequest extends Error {}

export function refuseUnless(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new RefusedModelRequest(message);
}

export type WireFormatName = 'gemini' | 'openai-responses' | 'openai-chat' | 'anthropic';

/** One request as the server understood it, whatever the wire format. */
export interface ReceivedModelRequest {
  readonly format: WireFormatName;
  /** True below `/compatible`, the address of a server that only speaks like OpenAI. */
  readonly isCompatible: boolean;
  readonly model: string;
  /** The header `errand-purpose`. */
  readonly purpose: string;
  readonly instructions: string;
  /** Texts of the user and of tool results, in order. */
  readonly texts: readonly string[];
  readonly images: readonly ReceivedFile[];
  readonly pdfs: readonly ReceivedFile[];
  /** The schema that the answer has to fit, if it has to be JSON. */
  readonly schema?: unknown;
  readonly tools: readonly { readonly name: string; readonly schema: unknown }[];
  readonly toolResults: readonly { readonly id: string; readonly text: string }[];
  /** Most tokens that the model may think, 0 for none, if the request says so. */
  readonly thinkingTokens?: number | undefined;
  /** What the model thought before, as it comes back with later requests. */
  readonly thoughts?: readonly string[];
  readonly body: unknown;
}

export interface ReceivedFile {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** What the server says when asked. */
export type ScriptedAnswer = (
  | { readonly json: unknown }
  | { readonly text: string }
  | {
      readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
      readonly text?: string;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Nothing, ever. */
  | { readonly silence: true }
  /** The connection breaks. */
  | { readonly broken: true }
  /** Status 200 with this body, whatever it is. */
  | { readonly rawBody: string }
) & {
  /** Default 10 in, 5 out; null leaves the counts out. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  readonly finish?: 'stop' | 'length' | 'content-filter';
  /** Said before the answer, signed or sealed as the provider does it. Chat completions have none. */
  readonly thoughts?: string;
};

export type Said = Extract<
  ScriptedAnswer,
  { json: unknown } | { text: string } | { toolCalls: object }
>;

/** One provider's way to speak. */
export interface WireFormat {
  readonly name: WireFormatName;
  /** Matches the path; a group `model` if it says the model. */
  readonly path: RegExp;
  /** The key in the headers, or undefined without one. */
  readonly keyOf: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => string | undefined;
  /** Throws `RefusedModelRequest`, or zod's error, for what the provider would refuse. */
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

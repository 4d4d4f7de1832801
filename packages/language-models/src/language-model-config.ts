/** List price of a model, in US dollars per million tokens. */
export interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Rates for the whole request when its input exceeds `aboveTokens`. */
  readonly long?:
    | { readonly aboveTokens: number; readonly inputUsd: number; readonly outputUsd: number }
    | undefined;
}

/** Keyed by `provider/model`. */
export type PriceTable = Readonly<Record<string, Price>>;

/** Address and API key of a provider. */
export interface ProviderAccess {
  readonly apiKey: string;
  /** Base URL of the provider's API. Default: the provider's own. */
  readonly baseUrl?: string | undefined;
}

export interface LanguageModelConfig {
  readonly gemini?: ProviderAccess | undefined;
  /** `api: 'chat'` selects the older chat completions. Default `responses`. */
  readonly openai?: (ProviderAccess & { readonly api?: 'responses' | 'chat' }) | undefined;
  readonly anthropic?: ProviderAccess | undefined;
  /** Any server that implements OpenAI's chat completions; some need no key. */
  readonly openaiCompatible?:
    | { readonly baseUrl: string; readonly apiKey?: string | undefined }
    | undefined;
  /** Provider for questions that name none. Default `gemini`. */
  readonly provider?: string | undefined;
  /** Default `gemini-2.5-flash`, or the provider's own default. */
  readonly model?: string | undefined;
  /** Fallback `provider/model` when the first one fails or is not configured. Default none. */
  readonly fallback?: string | undefined;
  /** Maximum cost of a task in US dollars. Default: no limit. */
  readonly budgetUsd?: number | undefined;
  /** Maximum tokens of a task, input plus output. Default: no limit. */
  readonly budgetTokens?: number | undefined;
  /** Added to the built-in list; overrides its entries. */
  readonly prices?: PriceTable | undefined;
  /** Deadline of one request. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum requests to one model for one question. Default 3. */
  readonly maxAttempts?: number | undefined;
  /**
   * Pause before the second attempt, doubled for each further attempt, with jitter. Default 1,000.
   */
  readonly retryDelayMs?: number | undefined;
  /** Maximum output tokens, including thinking. Default 16,384. */
  readonly maxOutputTokens?: number | undefined;
}

/** List price of a model, in US dollars per million tokens. */
export interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Requests with more input than this cost more as a whole. */
  readonly long?:
    | { readonly aboveTokens: number; readonly inputUsd: number; readonly outputUsd: number }
    | undefined;
}

/** By `provider/model`. */
export type PriceTable = Readonly<Record<string, Price>>;

/** Where a provider is and how it is paid. */
export interface ProviderAccess {
  readonly apiKey: string;
  /** Address before the paths of the provider's API. Default: the provider's own. */
  readonly baseUrl?: string | undefined;
}

export interface LanguageModelConfig {
  readonly gemini?: ProviderAccess | undefined;
  /** `api` chooses the older chat completions instead of responses. Default `responses`. */
  readonly openai?: (ProviderAccess & { readonly api?: 'responses' | 'chat' }) | undefined;
  readonly anthropic?: ProviderAccess | undefined;
  /** Any server that speaks OpenAI's chat completions; some need no key. */
  readonly openaiCompatible?:
    | { readonly baseUrl: string; readonly apiKey?: string | undefined }
    | undefined;
  /** Asked when a question names none. Default `gemini`. */
  readonly provider?: string | undefined;
  /** Default `gemini-2.5-flash`, or the provider's own default. */
  readonly model?: string | undefined;
  /** `provider/model` that is asked when the first one fails or is not configured. Default none. */
  readonly fallback?: string | undefined;
  /** Most that a task may spend, in US dollars. Default: no limit. */
  readonly budgetUsd?: number | undefined;
  /** Most tokens that a task may use, in and out together. Default: no limit. */
  readonly budgetTokens?: number | undefined;
  /** Beside the built-in list, or instead of its entries. */
  readonly prices?: PriceTable | undefined;
  /** For one request. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Requests for one question to one model. Default 3. */
  readonly maxAttempts?: number | undefined;
  /** Pause before the second attempt, doubled for each further one, with jitter. Default 1,000. */
  readonly retryDelayMs?: number | undefined;
  /** Longest answer, thoughts included. Default 16,384. */
  readonly maxOutputTokens?: number | undefined;
}

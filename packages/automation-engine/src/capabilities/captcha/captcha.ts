export interface CaptchaModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** Maximum number of thinking tokens; if undefined, the model decides. */
  readonly thinkingTokens: number | undefined;
}

export interface Captcha {
  readonly locator: string;
  readonly secondaryLocator: string | undefined;
  readonly waitMs: number;
  readonly model: CaptchaModel;
  readonly clickOffset: { readonly x: number; readonly y: number };
  readonly gridTop: number;
  readonly gridBottom: number;
  readonly maxAttempts: number;
}

/** A point in pixels from the top left corner of the screen. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface ScreenArea extends ScreenPoint {
  readonly width: number;
  readonly height: number;
}

export interface ScreenPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row. */
  readonly pixels: Uint8Array;
}

/** One word on a screen. */
export interface ScreenText {
  readonly text: string;
  readonly area: ScreenArea;
  /** 0 to 100. */
  readonly confidence: number;
  /** Words of one line share it. */
  readonly line: number;
}

/** Pointer, keyboard and picture of one screen. Every method is bounded in time and throws errors with a `code`. */
export interface Desktop {
  readonly size: { readonly width: number; readonly height: number };
  readonly look: (signal: AbortSignal) => Promise<ScreenPicture>;
  readonly readTexts: (
    picture: ScreenPicture,
    signal: AbortSignal,
    area?: ScreenArea,
  ) => Promise<readonly ScreenText[]>;
  readonly movePointer: (point: ScreenPoint, signal: AbortSignal) => Promise<void>;
  readonly click: (
    point: ScreenPoint,
    options: { readonly button: 'left' | 'middle' | 'right'; readonly count: number },
    signal: AbortSignal,
  ) => Promise<void>;
  readonly scroll: (
    distance: { readonly isDown: boolean; readonly notches: number },
    signal: AbortSignal,
  ) => Promise<void>;
  readonly typeText: (text: string, signal: AbortSignal) => Promise<void>;
  readonly pressTogether: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
}

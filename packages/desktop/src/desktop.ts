/** A point on the screen, in pixels from its top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the screen; the point is its top left corner. */
export interface ScreenArea extends ScreenPoint {
  readonly width: number;
  readonly height: number;
}

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** A screenshot without the pointer. */
export interface ScreenPicture extends ScreenSize {
  /** Rows from the top, four bytes per pixel: red, green, blue, alpha. */
  readonly pixels: Uint8Array;
}

/** A word recognised in a picture. */
export interface ScreenText {
  readonly text: string;
  readonly area: ScreenArea;
  /** Confidence of the recogniser, 0 to 100. */
  readonly confidence: number;
  /** Words of one line share a number. */
  readonly line: number;
}

export interface ClickOptions {
  readonly button: 'left' | 'middle' | 'right';
  /** 2 is a double click. */
  readonly count: number;
}

export interface ScrollDistance {
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** Wheel notches; most programs scroll three lines per notch. */
  readonly notches: number;
}

/**
 * Screen reading and input on an X display. Every method ends within seconds (typing: within the
 * time its text takes), throws the signal's reason when that fires, and a `DesktopError` otherwise.
 * Disposing closes the connection, not the display.
 */
export interface Desktop extends AsyncDisposable {
  readonly size: ScreenSize;
  look(signal: AbortSignal): Promise<ScreenPicture>;
  /**
   * Returns the words in a picture, or in one area of it, with their positions in the picture, in
   * reading order. A full screen takes about a second. Throws `DesktopProgramMissingError`,
   * `TextLanguageMissingError` or `TextReaderError`.
   */
  readTexts(
    picture: ScreenPicture,
    signal: AbortSignal,
    area?: ScreenArea,
  ): Promise<readonly ScreenText[]>;
  movePointer(point: ScreenPoint, signal: AbortSignal): Promise<void>;
  /** Moves to the point and clicks; no button stays pressed, even when the signal fires midway. */
  click(point: ScreenPoint, options: ClickOptions, signal: AbortSignal): Promise<void>;
  /**
   * Turns the wheel at the last position of the pointer, or in the centre of the screen if there is
   * none.
   */
  scroll(distance: ScrollDistance, signal: AbortSignal): Promise<void>;
  /**
   * Types into the focused element, about 200 characters a second; a newline is Return, a tab is
   * Tab. The text reaches the X server through its socket only. Throws `DesktopTextError` before
   * typing anything when a character cannot be typed.
   */
  typeText(text: string, signal: AbortSignal): Promise<void>;
  /**
   * Presses keys in order and releases them in reverse, even when the signal fires midway. Keys
   * have Puppeteer's DOM names: Control, Enter, a, ArrowLeft, F5. Throws `DesktopKeyError` before
   * pressing anything.
   */
  pressTogether(keys: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A point of the screen, in pixels from its top left corner. */
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

/** What a screen showed at one moment, without its pointer. */
export interface ScreenPicture extends ScreenSize {
  /** Rows from the top, four bytes a pixel: red, green, blue, alpha. */
  readonly pixels: Uint8Array;
}

/** A word that was read in a picture. */
export interface ScreenText {
  readonly text: string;
  readonly area: ScreenArea;
  /** How sure the reader is, 0 to 100. */
  readonly confidence: number;
  /** Words of one line have the same number. */
  readonly line: number;
}

export interface ClickOptions {
  readonly button: 'left' | 'middle' | 'right';
  /** 2 is a double click. */
  readonly count: number;
}

export interface ScrollDistance {
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** Clicks of the wheel; most programs move three lines for each. */
  readonly notches: number;
}

/**
 * Eyes and hands at an X display. Every method ends within seconds (typing: within the time that its text takes), throws the
 * signal's reason when that fires, and a `DesktopError` otherwise. Disposing closes the connection, not the display.
 */
export interface Desktop extends AsyncDisposable {
  readonly size: ScreenSize;
  look(signal: AbortSignal): Promise<ScreenPicture>;
  /**
   * The words in a picture, or in one area of it, with their places in the picture, in reading order. A full screen takes a
   * second or so. Throws `DesktopProgramMissingError`, `TextLanguageMissingError` or `TextReaderError`.
   */
  readTexts(
    picture: ScreenPicture,
    signal: AbortSignal,
    area?: ScreenArea,
  ): Promise<readonly ScreenText[]>;
  movePointer(point: ScreenPoint, signal: AbortSignal): Promise<void>;
  /** Moves there and clicks; no button stays held, even when the signal fires in the middle. */
  click(point: ScreenPoint, options: ClickOptions, signal: AbortSignal): Promise<void>;
  /** Turns the wheel where the pointer was moved to or clicked; in the middle of the screen before that. */
  scroll(distance: ScrollDistance, signal: AbortSignal): Promise<void>;
  /**
   * Types into whatever has the focus, about 200 characters a second; a newline is Return, a tabulator is Tab. The text reaches
   * the X server through its socket only. Throws `DesktopTextError` before anything is typed when a character cannot be.
   */
  typeText(text: string, signal: AbortSignal): Promise<void>;
  /**
   * Presses keys one after the other and lets go of them in reverse order, even when the signal fires in the middle. Keys
   * have their DOM names as Puppeteer knows them: Control, Enter, a, ArrowLeft, F5. Throws `DesktopKeyError` before anything
   * is pressed.
   */
  pressTogether(keys: readonly string[], signal: AbortSignal): Promise<void>;
}

import { CodedError } from '@errand/foundation';

/** A desktop operation failed; `code` says why. */
export abstract class DesktopError extends CodedError {}

/** The X server cannot be reached, has closed the connection, or does not respond. */
export class DesktopUnavailableError extends DesktopError {
  readonly code = 'desktop_unavailable';
  override readonly retry = 'infrastructure';

  constructor(display: string, reason: string) {
    super(`The X display "${display}" cannot be used: ${reason}.`);
  }
}

/** The point is outside the screen. */
export class DesktopPointError extends DesktopError {
  readonly code = 'desktop_point';
  override readonly retry = 'never';

  constructor(point: { x: number; y: number }, size: { width: number; height: number }) {
    super(
      `The point (${point.x}, ${point.y}) is not on the screen, which has ${size.width} x ${size.height} pixels.`,
    );
  }
}

/** The desktop cannot type some characters; none was typed. */
export class DesktopTextError extends DesktopError {
  readonly code = 'desktop_text';
  override readonly retry = 'never';

  readonly characters: readonly string[];

  constructor(characters: readonly string[]) {
    super(
      `This desktop cannot type ${characters.map((one) => JSON.stringify(one)).join(', ')}: leave the characters out. ` +
        'A remote desktop takes the characters of a US keyboard; control characters cannot be typed anywhere.',
    );
    this.characters = characters;
  }
}

/** The key does not exist; none was pressed. */
export class DesktopKeyError extends DesktopError {
  readonly code = 'desktop_key';
  override readonly retry = 'never';

  constructor(key: string) {
    super(
      `The desktop has no key ${JSON.stringify(key)}: use a DOM name (Control, Enter, ArrowLeft, F5) or one character.`,
    );
  }
}

/** A required program is not installed on the machine. */
export class DesktopProgramMissingError extends DesktopError {
  readonly code = 'desktop_program_missing';
  override readonly retry = 'never';

  constructor(program: string, debianPackage: string) {
    super(
      `The program "${program}" is not installed. Install it; on Debian or Ubuntu: apt-get install ${debianPackage}`,
    );
  }
}

/** The text recogniser lacks a language. */
export class TextLanguageMissingError extends DesktopError {
  readonly code = 'text_language_missing';
  override readonly retry = 'never';

  constructor(language: string) {
    super(
      `Texts cannot be read in the language "${language}": it is not installed. ` +
        `Leave it out or install it; on Debian or Ubuntu: apt-get install tesseract-ocr-${language.replaceAll('_', '-')}`,
    );
  }
}

/** Text recognition failed. */
export class TextReaderError extends DesktopError {
  readonly code = 'text_reader';

  constructor(reason: string) {
    super(`The program "tesseract" did not read the picture: ${reason}.`);
  }
}

/** The file is not a valid PNG. */
export class PictureFormatError extends DesktopError {
  readonly code = 'picture_format';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The picture is not a PNG file that can be read: ${reason}.`, options);
  }
}

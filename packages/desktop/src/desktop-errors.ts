import { CodedError } from '@errand/foundation';

/** Something that a desktop could not do; the caller can tell by `code`. */
export abstract class DesktopError extends CodedError {}

/** There is no connection to the X server, or it ended, or it does not answer. */
export class DesktopUnavailableError extends DesktopError {
  readonly code = 'desktop_unavailable';
  override readonly retry = 'infrastructure';

  constructor(display: string, reason: string) {
    super(`The X display "${display}" cannot be used: ${reason}.`);
  }
}

/** The place is not on the screen. */
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
        'A remote desktop takes those of a US keyboard; control characters cannot be typed anywhere.',
    );
    this.characters = characters;
  }
}

/** There is no such key; none was pressed. */
export class DesktopKeyError extends DesktopError {
  readonly code = 'desktop_key';
  override readonly retry = 'never';

  constructor(key: string) {
    super(
      `The desktop has no key ${JSON.stringify(key)}: use a DOM name (Control, Enter, ArrowLeft, F5) or one character.`,
    );
  }
}

/** A program that this needs is not installed on the machine. */
export class DesktopProgramMissingError extends DesktopError {
  readonly code = 'desktop_program_missing';
  override readonly retry = 'never';

  constructor(program: string, debianPackage: string) {
    super(
      `The program "${program}" is not installed. Install it; on Debian or Ubuntu: apt-get install ${debianPackage}`,
    );
  }
}

/** The reader of texts does not know a language. */
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

/** The texts of a picture could not be read. */
export class TextReaderError extends DesktopError {
  readonly code = 'text_reader';

  constructor(reason: string) {
    super(`The program "tesseract" did not read the picture: ${reason}.`);
  }
}

/** What should be a PNG file is none. */
export class PictureFormatError extends DesktopError {
  readonly code = 'picture_format';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The picture is not a PNG file that can be read: ${reason}.`, options);
  }
}

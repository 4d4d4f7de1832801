import type { Desktop } from './desktop.ts';
import { createKeyboard } from './input/keyboard.ts';
import { createPointer } from './input/pointer.ts';
import { toPicture } from './pictures/to-picture.ts';
import { readTexts } from './texts/read-texts.ts';
import { connectXServer } from './x-server/connect.ts';

export interface OpenDesktopOptions {
  /** Of these, DISPLAY and XAUTHORITY are used: `Display.environment`. */
  readonly environment: NodeJS.ProcessEnv;
  /**
   * Whether `typeText` may give characters to unused keys. False for a display that shows a remote desktop: that gets numbers
   * of keys of a US keyboard, and nothing else. Default true.
   */
  readonly canTypeAnyCharacter?: boolean | undefined;
  /** What the texts on the screen are written in: `eng`, `deu`, `jpn`. Default: English. */
  readonly textLanguages?: readonly string[] | undefined;
}

/** Connects to an X display. Throws `DesktopUnavailableError` when there is none, or when it refuses the cookie. */
export async function openDesktop(
  { environment, canTypeAnyCharacter = true, textLanguages }: OpenDesktopOptions,
  signal: AbortSignal,
): Promise<Desktop> {
  const server = await connectXServer(environment, signal);
  return {
    size: server.size,
    look: async (lookSignal) => toPicture(await server.readPixels(lookSignal), server.size),
    readTexts: (picture, readSignal, area) =>
      readTexts(picture, { environment, area, languages: textLanguages }, readSignal),
    ...createPointer(server),
    ...createKeyboard(server, { canTypeAnyCharacter }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

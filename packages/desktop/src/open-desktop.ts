import type { Desktop } from './desktop.ts';
import { createKeyboard } from './input/keyboard.ts';
import { createPointer } from './input/pointer.ts';
import { toPicture } from './pictures/to-picture.ts';
import { readTexts } from './texts/read-texts.ts';
import { connectXServer } from './x-server/connect.ts';

export interface OpenDesktopOptions {
  /** Only DISPLAY and XAUTHORITY are used: pass `Display.environment`. */
  readonly environment: NodeJS.ProcessEnv;
  /**
   * Whether `typeText` may assign characters to unused keys. False for a display that shows a
   * remote desktop, which receives only the keycodes of a US keyboard. Default true.
   */
  readonly canTypeAnyCharacter?: boolean | undefined;
  /** Languages of the text on the screen: `eng`, `deu`, `jpn`. Default: English. */
  readonly textLanguages?: readonly string[] | undefined;
}

/**
 * Connects to an X display. Throws `DesktopUnavailableError` when there is none or it rejects the
 * cookie.
 */
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

import { openDeadline } from '@errand/foundation';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import {
  DesktopProgramMissingError,
  TextLanguageMissingError,
  TextReaderError,
} from '../desktop-errors.ts';
import { startProcess } from '../display/start-process.ts';
import type { GreyPicture } from '../pictures/grey-picture.ts';

const DEADLINE_MS = 30_000;
/** Exit code of setpriv when the program does not exist. */
const NOT_FOUND = 127;
/** Tesseract's page segmentation modes. */
const layouts = { scattered: '11', 'line by line': '6' } as const;

/** Whether text may be anywhere in a picture, or is in lines one below another. */
export type TextLayout = keyof typeof layouts;

/**
 * Resolution of a screen enlarged three times. Without it tesseract guesses, and mistakes a framed
 * word, as on buttons, for an image.
 */
const DOTS_PER_INCH = '288';

/**
 * Returns tesseract's table of words in a picture. Input and output go through pipes, never files.
 */
export async function runTesseract(
  { picture, layout }: { readonly picture: GreyPicture; readonly layout: TextLayout },
  { environment, languages }: { environment: NodeJS.ProcessEnv; languages: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  using deadline = openDeadline(signal, DEADLINE_MS);
  deadline.signal.throwIfAborted();
  const args = ['stdin', 'stdout', '-l', languages.join('+'), '--dpi', DOTS_PER_INCH];
  args.push('--psm', layouts[layout], 'tsv');
  await using reader = startProcess('tesseract', args, {
    // One thread: more threads would leave the browsers too little processor time.
    environment: { ...environment, OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout, stderr } = reader.child as Record<'stdin', Writable> &
    Record<'stdout' | 'stderr', Readable>;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onStop = (): void =>
    reject(deadline.isOver ? new TextReaderError('it took more than 30 s') : signal.reason);
  deadline.signal.addEventListener('abort', onStop, { once: true });
  const header = Buffer.from(`P5 ${picture.width} ${picture.height} 255\n`);
  // Tesseract may exit before reading everything; it then reports why.
  const written = pipeline([header, picture.values], stdin).catch(() => undefined);
  const outcome = Promise.all([readAll(stdout), readAll(stderr), reader.exited, written]);
  try {
    const [table, complaint] = await Promise.race([outcome, stopped]);
    const { exitCode } = reader.child;
    // Tesseract continues without a missing language if there is another.
    const missing = /([^\s/]+)\.traineddata/.exec(complaint)?.[1];
    if (missing !== undefined) throw new TextLanguageMissingError(missing);
    if (exitCode === 0) return table;
    if (exitCode === NOT_FOUND) throw new DesktopProgramMissingError('tesseract', 'tesseract-ocr');
    throw new TextReaderError(
      `it exited with ${exitCode ?? 'a signal'}: ${complaint.slice(0, 200)}`,
    );
  } finally {
    deadline.signal.removeEventListener('abort', onStop);
  }
}

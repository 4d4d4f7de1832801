import { cut, plainLine } from './plain-text.ts';
import { isTerminal } from './printer.ts';
import type { Terminal } from './terminal.ts';

export interface Progress extends Disposable {
  /** Shows the text in place of the previous one. */
  readonly show: (text: string) => void;
  /** Makes room for other output. */
  readonly clear: () => void;
}

const CLEAR_LINE = '\r\u001B[K';
const DEFAULT_WIDTH = 80;

/** Shows one changing line on standard error. Writes nothing unless that is a terminal. */
export function openProgress({ stderr }: Pick<Terminal, 'stderr'>): Progress {
  if (!isTerminal(stderr)) {
    return { show: () => undefined, clear: () => undefined, [Symbol.dispose]: () => undefined };
  }
  const clear = (): void => void stderr.write(CLEAR_LINE);
  return {
    show: (text) =>
      void stderr.write(CLEAR_LINE + cut(plainLine(text), (stderr.columns ?? DEFAULT_WIDTH) - 1)),
    clear,
    [Symbol.dispose]: clear,
  };
}

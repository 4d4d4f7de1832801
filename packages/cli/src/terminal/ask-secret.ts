import { InterruptedError, LocalError } from '../errors/command-errors.ts';
import type { Terminal } from './terminal.ts';

/** Ctrl-C in raw mode, in which the terminal does not handle it itself. */
export const INTERRUPT = '\u0003';
/** Ctrl-D also ends a line. */
const ENDS: ReadonlySet<string> = new Set(['\r', '\n', '\u0004']);
const ERASE: ReadonlySet<string> = new Set(['\b', '\u007F']);

/** Asks for a line at the terminal without showing it. Throws InterruptedError at Ctrl-C. */
export async function askSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  stdin.setRawMode?.(true);
  const line = { typed: '', isDone: false };
  try {
    for await (const chunk of stdin) {
      type(line, Buffer.from(chunk).toString('utf8'));
      if (line.isDone) return line.typed;
    }
    throw new LocalError('Standard input ended before a line was typed.');
  } finally {
    stdin.setRawMode?.(false);
    stderr.write('\n');
  }
}

function type(line: { typed: string; isDone: boolean }, text: string): void {
  for (const character of text) {
    if (character === INTERRUPT) throw new InterruptedError('Nothing was changed.');
    line.isDone ||= ENDS.has(character);
    if (line.isDone) return;
    line.typed = ERASE.has(character) ? line.typed.slice(0, -1) : line.typed + character;
  }
}

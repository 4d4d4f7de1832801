import { InterruptedError } from '../errors/command-errors.ts';
import { INTERRUPT } from './ask-secret.ts';
import type { Terminal } from './terminal.ts';

/** Asks for one key; `y` agrees. False without a terminal. Throws InterruptedError at Ctrl-C. */
export async function askYes({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  if (stdin.isTTY !== true) return false;
  stderr.write(question);
  stdin.setRawMode?.(true);
  try {
    for await (const chunk of stdin) {
      const key = Buffer.from(chunk).toString('utf8');
      if (key.includes(INTERRUPT)) throw new InterruptedError('Nothing was changed.');
      return /^y/i.test(key);
    }
    return false;
  } finally {
    stdin.setRawMode?.(false);
    stderr.write('\n');
  }
}

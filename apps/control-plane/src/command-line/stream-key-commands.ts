import { createStreamKeys, InvalidStreamKeyError } from '@errand/stream-ticket';
import { randomBytes } from 'node:crypto';
import type { OfflineCommand } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/**
 * Prints both halves: the first is a secret of the control plane, the second is for every gateway.
 */
export const createStreamKey: OfflineCommand = (args) => {
  const [kid = nameOfNow()] = readWords(args);
  try {
    const { signing, verifying } = createStreamKeys(kid);
    return { STREAM_SIGNING_KEYS: signing, STREAM_VERIFYING_KEYS: verifying };
  } catch (error) {
    if (error instanceof InvalidStreamKeyError) throw new UsageError(error.message);
    throw error;
  }
};

function readWords(args: readonly string[]): readonly string[] {
  return args.length === 0 ? [] : readArguments(args, { words: ['KID'] }).words;
}

/** The day of creation; the random suffix distinguishes keys of the same day. */
function nameOfNow(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}-${randomBytes(2).toString('hex')}`;
}

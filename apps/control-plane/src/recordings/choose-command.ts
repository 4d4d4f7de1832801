import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { LocatorProposal } from './recording.ts';

interface NamedCommand {
  /** Undefined: the best candidate. */
  readonly command: string | undefined;
  readonly in: 'body' | 'query';
}

/**
 * Returns the locator of a proposal that a request names. Throws InvalidRequestError if it is not one
 * of the candidates.
 */
export function chooseCommand(
  { command, candidates }: LocatorProposal,
  named: NamedCommand,
): string {
  if (named.command === undefined) return command;
  // The schema checked the candidates when they were reported.
  const known = candidates as readonly { readonly command: string }[];
  if (known.some((candidate) => candidate.command === named.command)) return named.command;
  const msg = 'is not one of the candidates of the proposal: specify one of them, or leave it out';
  throw new InvalidRequestError([{ loc: [named.in, 'command'], msg, type: 'value' }]);
}

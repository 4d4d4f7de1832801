import type { XClient } from 'x11';
import type { AnswerOf } from './answer-of.ts';

/** The clipboard, the most recently selected text, and what is being dragged. */
const SELECTIONS = ['CLIPBOARD', 'PRIMARY', 'XdndSelection'];
const NOBODY = 0;
const NOW = 0;

/** An owner that loses a selection is notified, and forgets what it offered. */
export function createSelectionClearer(
  client: XClient,
  answerOf: AnswerOf,
): (signal: AbortSignal) => Promise<boolean> {
  return async (signal) => {
    const owners: number[] = [];
    for (const name of SELECTIONS) {
      const atom = await answerOf<number>((done) => client.InternAtom(false, name, done), signal);
      client.SetSelectionOwner(NOBODY, atom, NOW);
      owners.push(await answerOf<number>((done) => client.GetSelectionOwner(atom, done), signal));
    }
    return owners.every((owner) => owner === NOBODY);
  };
}

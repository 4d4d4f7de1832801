import { detailOf, LEADER } from './example-sightings.ts';
import type { HistoryLine, LineOf, LineType } from './history.ts';

/** Plants a violation in a history. */
export type Plant = (lines: HistoryLine[]) => HistoryLine[];
/** Changes the matching lines of the type. */
export function change<Type extends LineType>(
  type: Type,
  isMeant: (line: LineOf<Type>) => boolean,
  to: Partial<LineOf<Type>> | ((line: LineOf<Type>) => Partial<LineOf<Type>>),
): Plant {
  return (lines) =>
    lines.map((line) => {
      const meant = line as LineOf<Type>;
      if (line.type !== type || !isMeant(meant)) return line;
      return { ...line, ...(typeof to === 'function' ? to(meant) : to) };
    });
}

export const always = (): boolean => true;

export function add(...more: HistoryLine[]): Plant {
  return (lines) => [...lines, ...more];
}

export function without(isGone: (line: HistoryLine) => boolean): Plant {
  return (lines) => lines.filter((line) => !isGone(line));
}

export function inTurn(...plants: Plant[]): Plant {
  return (lines) => plants.reduce((changed, plant) => plant(changed), lines);
}

/** Changes the final read of the leader by its owner. */
export const changeRead = (to: object): Plant =>
  change(
    'request',
    ({ isFinal, operation, taskId }) => isFinal && operation === 'read' && taskId === LEADER,
    () => {
      const { task } = detailOf(LEADER, 'success') as { readonly task: object };
      return { answerBody: { success: true, task: { ...task, ...to } } };
    },
  );

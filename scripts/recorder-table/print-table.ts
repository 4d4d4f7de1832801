import type { RecordedCase } from './record-widget.ts';

type Say = (line: string) => void;

const GOAL = 0.95;

/** One line for a case, and one for each node that does not replay. */
export function printCase(result: RecordedCase, say: Say): void {
  const { widget, nodes, problem, shownByPerson, shownByReplay } = result;
  const passed = nodes.filter(({ outcome }) => outcome === 'passed').length;
  say(
    `${widget}: ${result.case}: ${passed} of ${nodes.length}${effectOf(shownByPerson, shownByReplay)}`,
  );
  if (problem !== undefined) say(`    the person could not: ${problem}`);
  for (const fault of result.faults) say(`    not recorded: ${fault}`);
  for (const { node_path: path, kind, outcome = '', reason = '' } of nodes) {
    if (outcome !== 'passed') say(`    ${path} ${kind} ${outcome}: ${reason}`);
  }
}

function effectOf(byPerson: boolean | undefined, byReplay: boolean | undefined): string {
  if (byPerson === undefined) return '';
  if (!byPerson) return ', and the person reached another state';
  return byReplay === true ? ', with the same effect' : ', WITHOUT THE SAME EFFECT';
}

export interface RecorderSummary {
  readonly cases: number;
  readonly widgets: number;
  /** Cases that the person could act out to the expected state, or that expect no state. */
  readonly nodes: number;
  readonly replayed: number;
  readonly withEffect: number;
  readonly sameEffect: number;
  readonly isGood: boolean;
}

export function printTotals(cases: readonly RecordedCase[], say: Say): RecorderSummary {
  const nodes = cases.flatMap((one) => one.nodes);
  const replayed = nodes.filter(({ outcome }) => outcome === 'passed').length;
  const withEffect = cases.filter(({ shownByPerson }) => shownByPerson === true);
  const sameEffect = withEffect.filter(({ shownByReplay }) => shownByReplay === true).length;
  const widgets = new Set(cases.map(({ widget }) => widget)).size;
  const share = replayed / nodes.length;
  say('');
  say(`${cases.length} cases of ${widgets} widgets`);
  say(`${replayed} of ${nodes.length} nodes replay (${(100 * share).toFixed(1)} %)`);
  say(`${sameEffect} of ${withEffect.length} replays have the effect that the person had`);
  return {
    cases: cases.length,
    widgets,
    nodes: nodes.length,
    replayed,
    withEffect: withEffect.length,
    sameEffect,
    isGood: share >= GOAL,
  };
}

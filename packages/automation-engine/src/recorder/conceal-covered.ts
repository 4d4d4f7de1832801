import type { CoveredSteps } from './find-covered.ts';
import type { Step } from './recorded-steps.ts';
import { type StepChoices, writeNodes } from './write-nodes.ts';
import { type Recording, writeRecording } from './write-recording.ts';

const COVERED =
  'The page covered the text with bullets, so it is a secret: the recording no longer contains it.';
const UNCHECKED =
  'The page did not respond when it was asked whether it covers the text, so the text is a secret: the recording no longer contains it. Record the step again if it is none.';

/** Writes a replayed recording again, with secrets in place of texts that are or may be covered. */
export function concealCovered(
  { source, report }: Recording,
  { choices, covered, unchecked }: CoveredSteps & { readonly choices: StepChoices },
): Recording {
  const fields = new Map([
    ...[...unchecked].map(({ element }) => [element, UNCHECKED] as const),
    ...[...covered].map(({ element }) => [element, COVERED] as const),
  ]);
  const concealed = new Map(source.steps.map((step) => [step, conceal(step, fields)]));
  const kept = new Map([...choices].map(([step, choice]) => [concealed.get(step) ?? step, choice]));
  const written = writeRecording({ ...source, steps: [...concealed.values()] }, kept);
  const before = writeNodes(source.steps, choices).written;
  const outcomes = new Map(
    before.map(({ step }, index) => {
      const { outcome = 'not_reached', reason } = report.nodes[index] ?? {};
      return [concealed.get(step), { outcome, reason: fields.get(step.element) ?? reason }];
    }),
  );
  const after = writeNodes(written.source.steps, kept).written;
  const nodes = written.report.nodes.map((node, index) => ({
    ...node,
    ...outcomes.get(after[index]?.step),
  }));
  return { ...written, report: { ...written.report, nodes } };
}

/** A secret is typed as a whole, so what a repair chose for its text no longer matters. */
function conceal(step: Step, fields: ReadonlyMap<string, string>): Step {
  const { act } = step;
  if (!fields.has(step.element) || (act.kind !== 'fill' && act.kind !== 'letters')) return step;
  return { ...step, act: { kind: 'secret', hasEnter: act.kind === 'fill' && act.hasEnter } };
}

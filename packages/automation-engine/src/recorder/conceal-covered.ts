import type { Step } from './recorded-steps.ts';
import { type StepChoices, writeNodes } from './write-nodes.ts';
import { type Recording, writeRecording } from './write-recording.ts';

const REASON =
  'The page covered the text with bullets, so it is a secret: the recording no longer contains it.';

/** Writes a replayed recording again, with secrets in place of the covered texts. */
export function concealCovered(
  { source, report }: Recording,
  { choices, covered }: { readonly choices: StepChoices; readonly covered: ReadonlySet<Step> },
): Recording {
  const fields = new Set([...covered].map(({ element }) => element));
  const concealed = new Map(source.steps.map((step) => [step, conceal(step, fields)]));
  const kept = new Map([...choices].map(([step, choice]) => [concealed.get(step) ?? step, choice]));
  const written = writeRecording({ ...source, steps: [...concealed.values()] }, kept);
  const before = writeNodes(source.steps, choices).written;
  const outcomes = new Map(
    before.map(({ step }, index) => {
      const { outcome = 'not_reached', reason } = report.nodes[index] ?? {};
      return [concealed.get(step), { outcome, reason: fields.has(step.element) ? REASON : reason }];
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
function conceal(step: Step, fields: ReadonlySet<string>): Step {
  const { act } = step;
  if (!fields.has(step.element) || (act.kind !== 'fill' && act.kind !== 'letters')) return step;
  return { ...step, act: { kind: 'secret', hasEnter: act.kind === 'fill' && act.hasEnter } };
}

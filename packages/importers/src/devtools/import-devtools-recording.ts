import { asList, asText, member, parseJson } from '../draft/json.ts';
import { skipped } from '../draft/mapping.ts';
import { createDraft } from '../draft/recording-draft.ts';
import { tooLong } from '../draft/source-limits.ts';
import type { Imported } from '../imported.ts';
import { findReleased } from './map-keys.ts';
import { mapStep } from './map-step.ts';
import { createFlowState } from './flow-state.ts';
import { targetText } from './step-text.ts';

/**
 * Imports a recording of the DevTools Recorder, in the format that `@puppeteer/replay` uses too.
 * Never throws.
 */
export function importDevToolsRecording(text: string): Imported {
  const kind = 'devtools-recorder';
  const problem = tooLong(text);
  if (problem !== undefined) return { kind, recordings: [], problem };
  const flow = parseJson(text);
  const steps = member(flow, 'steps');
  if (!Array.isArray(steps)) return { kind, recordings: [], problem: 'It is not JSON with steps.' };
  const draft = createDraft();
  const state = createFlowState(draft, findReleased(steps));
  for (const step of asList(steps)) {
    const type = asText(member(step, 'type'));
    draft.add({ step: `${type ?? 'a step without a type'}${targetText(step)}` }, () =>
      type === undefined ? skipped('It has no type.') : mapStep(type, step, state),
    );
  }
  return { kind, recordings: [draft.finish(asText(member(flow, 'title')) ?? '')] };
}

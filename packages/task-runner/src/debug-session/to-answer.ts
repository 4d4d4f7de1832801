import type { WorkerSchemas } from '@errand/api-types';
import type {
  Evidence,
  LocatedElement,
  LocatedElements,
  PickedElement,
  SessionRecording,
  SessionRun,
  SessionSnapshot,
  SessionState,
  SessionStep,
} from '@errand/automation-engine';
import { toStep } from '../step-reporter.ts';
import { MAX_ANSWER_BYTES } from './fit-answer.ts';
import { fitVariables } from './fit-variables.ts';
import { bytesOf } from './json-bytes.ts';

export type Answer = NonNullable<WorkerSchemas['SessionAnswerRequest']['answer']>;
type State = WorkerSchemas['SessionStateReport'];

const MOST_PICTURE_BYTES = 6 * 1024 ** 2;
/** Of the room in an answer: base64 needs a third more, and each image the names around it. */
const PICTURE_SHARE = 0.74;
/** In an answer. The limit for what steps extract is the same. */
const MOST_VARIABLE_BYTES = 4 * 1024 ** 2;
/** In the state, which is reported after each navigation. */
const MOST_SHOWN_BYTES = 1024 ** 2;
const MOST_TABS = 1_000;

/** Describes a run with the state after it. */
export function toStepsAnswer(run: SessionRun, state: SessionState): Answer {
  const { failure } = run;
  const rest = {
    ...(failure && { failure: toFailure(failure) }),
    ...(run.missedRequests && { missed_requests: [...run.missedRequests] }),
    output_data: [...run.outputData],
    ...toState(state, MOST_VARIABLE_BYTES),
  };
  const room = MAX_ANSWER_BYTES - bytesOf({ steps: toSteps(run.steps, 0), ...rest });
  return {
    steps: toSteps(run.steps, Math.min(MOST_PICTURE_BYTES, room * PICTURE_SHARE)),
    ...rest,
  };
}

function toFailure({
  class: name,
  message,
  nodePath,
  pageUrl,
}: NonNullable<SessionRun['failure']>) {
  return {
    class: name,
    message,
    ...(nodePath !== undefined && { node_path: nodePath }),
    ...(pageUrl !== '' && { page_url: pageUrl }),
  };
}

export function toState(
  { pageUrl, position, tabs, variables }: SessionState,
  maxVariableBytes = MOST_SHOWN_BYTES,
) {
  return {
    page_url: pageUrl.slice(0, 8_192),
    position: position ?? null,
    tabs: tabs
      .slice(0, MOST_TABS)
      .map(({ url, isCurrent }) => ({ url: url.slice(0, 8_192), is_current: isCurrent })),
    variables: toVariables(variables, maxVariableBytes),
  } satisfies Partial<State>;
}

/** A variable that a step set to a single value is a list of one. */
export function toVariables(
  variables: SessionState['variables'],
  maxBytes = MOST_VARIABLE_BYTES,
): Record<string, unknown[]> {
  const lists = Object.entries(variables).map(([name, value]): [string, unknown[]] => [
    name,
    Array.isArray(value) ? value : [value],
  ]);
  return fitVariables(Object.fromEntries(lists), maxBytes);
}

/** Only the last steps keep their images. */
function toSteps(steps: readonly SessionStep[], maxPictureBytes: number) {
  let bytesLeft = maxPictureBytes;
  const fits = (picture: Uint8Array | undefined): picture is Uint8Array => {
    bytesLeft -= picture?.byteLength ?? 0;
    return picture !== undefined && bytesLeft >= 0;
  };
  const described = steps.toReversed().map((step) => ({
    ...describeStep(step),
    ...(fits(step.picture) && { picture: toDataUrl(step.picture, 'image/jpeg') }),
    ...(step.evidence && { evidence: toEvidence(step.evidence, fits) }),
  }));
  return described.toReversed();
}

/** Describes a step as in a task, with its log. */
export function describeStep({ log, ...step }: SessionStep) {
  return { ...toStep(step), ...(log && { log: [...log] }) };
}

function toEvidence(
  { screenshot, pageUrl, title, accessibilitySnapshot, consoleTail }: Evidence,
  fits: (picture: Uint8Array | undefined) => picture is Uint8Array,
) {
  return {
    ...(fits(screenshot) && { screenshot: toDataUrl(screenshot, 'image/png') }),
    page_url: pageUrl,
    ...(title !== undefined && { title }),
    ...(accessibilitySnapshot !== undefined && { accessibility_snapshot: accessibilitySnapshot }),
    console_tail: [...consoleTail],
  };
}

export function toLocateAnswer({ count, matches }: LocatedElements): Answer {
  return { count, matches: matches.map(toElement) };
}

export function toPickAnswer({ candidates, element }: PickedElement): Answer {
  return {
    outcome: 'picked',
    candidates: candidates.map((candidate) => ({ ...candidate, count: 1 })),
    element: element ? toElement(element) : null,
  };
}

/** Returns the answer for a pick without a click. */
export function toMissedPick(outcome: 'cancelled' | 'timed_out'): Answer {
  return { outcome, candidates: [], element: null };
}

/** Returns a recording as the user gets it; empty before the first recording. */
export function toRecordingAnswer({ isRecording, recording }: SessionRecording): Answer {
  return {
    is_recording: isRecording,
    automation: recording?.automation ?? null,
    inputs: recording?.inputs ?? {},
    secure_parameters: recording?.secure_parameters ?? {},
    nodes: recording?.report.nodes ?? [],
    faults: recording?.report.faults ?? [],
  };
}

function toElement({ isVisible, ...element }: LocatedElement) {
  return { ...element, is_visible: isVisible };
}

export function toSnapshotAnswer(snapshot: SessionSnapshot): Answer {
  return {
    page_url: snapshot.pageUrl,
    title: snapshot.title,
    accessibility_snapshot: snapshot.accessibilitySnapshot,
    screenshot: toDataUrl(snapshot.screenshot, 'image/png'),
  };
}

function toDataUrl(content: Uint8Array, type: string): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

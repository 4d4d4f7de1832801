import type { ErrandSchemas } from '@errand/client';

type Ran = ErrandSchemas['StepsAnswer'];

/** Follows what depends on files that a trace does not hold. */
export interface ReplayGaps {
  /** Adds the files that an answer lacks, even if its steps did not wait for them. */
  readonly addFilesOf: (answer: Ran) => void;
  /** Adds a node that did not get its file, or was not tried. */
  readonly add: (node: object) => void;
  /** Why a node cannot be tried; undefined if it can. */
  readonly whyUnknown: (node: object) => string | undefined;
}

export function createReplayGaps(): ReplayGaps {
  let hasGap = false;
  const missing = new Set<string>();
  return {
    addFilesOf({ missed_requests: missed = [] }) {
      hasGap ||= missed.some(({ reason }) => reason === 'download_not_kept');
    },
    add(node) {
      hasGap = true;
      for (const name of variablesOf(node)) missing.add(name);
    },
    whyUnknown(node) {
      if (!hasGap) return undefined;
      if (readsFiles(node)) return 'It reads a file, and the trace contains no download.';
      const used = [...missing].find((name) => mentions(node, name));
      if (used === undefined) return undefined;
      return `It uses "${used}", which depends on a download that the trace does not hold.`;
    },
  };
}

/** Whether the page is the same after a node that was not tried. */
export function leavesPage(node: object): boolean {
  const { extraction_action: extraction, misc_action: misc } = node as Record<string, unknown>;
  // A script can act on the page.
  return misc !== undefined || (isObject(extraction) && !('python_script' in extraction));
}

/**
 * Why the answer of a node says nothing about its step: the step waits for a file that no trace has.
 * Undefined for any other answer.
 */
export function downloadGapOf(
  { failure, missed_requests: missed = [] }: Ran,
  node: object,
): string | undefined {
  if (failure?.class !== 'download_missing') return undefined;
  // A step that neither fetches a file nor lacked a response failed before its download began.
  if (missed.length === 0 && !fetchesFile(node)) return undefined;
  const isKnown = missed.some(({ reason }) => reason === 'download_not_kept');
  return isKnown ? failure.message : `The trace contains no download for it: ${failure.message}`;
}

/** Whether the page is as if the file had arrived, so that the next node can be tried. */
export function isOnlyFileMissing({ steps, missed_requests: missed = [] }: Ran): boolean {
  const [step, ...others] = steps;
  // The rest of a loop has not run.
  if (step === undefined || others.length > 0) return false;
  // It fetches the file without the page.
  if (step.kind === 'download_url_as_pdf') return true;
  return missed.every(({ reason }) => ['body_differs', 'download_not_kept'].includes(reason));
}

/** Names of the variables that the node sets, and perhaps others. */
function variablesOf(node: object): readonly string[] {
  const names = membersOf(node).flatMap(([name, value]): unknown[] => {
    if (name === 'extraction_format' && isObject(value)) return Object.keys(value);
    return /^(?:name|output_variable_names?)$/.test(name) ? [value].flat() : [];
  });
  return names.filter((name) => typeof name === 'string').filter((name) => /^\w+$/.test(name));
}

/** Whether a step of the node requests a file itself: a replay refuses that without saying so. */
function fetchesFile(node: object): boolean {
  return membersOf(node).some(
    ([name, value]) => name === 'download_url_as_pdf' && isObject(value) && 'url' in value,
  );
}

function readsFiles(node: object): boolean {
  return membersOf(node).some(
    ([name, value]) =>
      (name === 'pdf' && isObject(value)) ||
      (name === 'file_path' && typeof value === 'string') ||
      (typeof value === 'string' && /\bdownloads_dir\b/.test(value)),
  );
}

function mentions(node: object, variable: string): boolean {
  const word = new RegExp(String.raw`\b${variable}\b`);
  return membersOf(node).some(([, value]) => typeof value === 'string' && word.test(value));
}

/** The members of a node and of everything in it; items of lists have their index as the name. */
function membersOf(node: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => [
    [name, value] as const,
    ...(isObject(value) ? membersOf(value) : []),
  ]);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

import type { TraceFile } from './trace-file.ts';

/** A node that runs. */
export interface TracedStep {
  readonly sequence: number;
  /** `nodes[3][0].nodes[1]` */
  readonly path: string;
  readonly kind: string;
  /** As written in the automation. */
  readonly params?: unknown;
}

export interface StepEnding {
  readonly error?: { readonly name: string; readonly message: string };
  /** What the viewer shows as the log of the step. */
  readonly log: readonly string[];
}

interface Entry {
  readonly path: string;
  readonly callId: string;
  /** Details of its end, once they are known. */
  ending?: object;
}

/** The tree of actions that the viewer shows: steps, and loops and branches around their steps. */
export interface TraceSteps {
  /** Returns the id that snapshots of the step refer to. */
  readonly begin: (step: TracedStep, pageId: string | undefined) => string;
  readonly end: (callId: string, ending: StepEnding) => void;
  /** Ends what is still open. */
  readonly endAll: () => void;
}

const groups: ReadonlySet<string> = new Set(['for_loop_node', 'while_loop_node', 'if_else_node']);
const LONGEST_PARAM = 2_000;

export function createTraceSteps(file: Pick<TraceFile, 'add'>): TraceSteps {
  const open: Entry[] = [];
  const closeTo = (path: string | undefined) => {
    for (;;) {
      const last = open.at(-1);
      if (!last || (path !== undefined && isInside(path, last.path))) return;
      open.pop();
      file.add({ ...last.ending, type: 'after', callId: last.callId, endTime: performance.now() });
    }
  };
  const add = (entry: Entry, event: object) => {
    const parent = open.at(-1);
    file.add({
      type: 'before',
      callId: entry.callId,
      startTime: performance.now(),
      ...(parent ? { parentId: parent.callId } : {}),
      ...event,
    });
  };
  const openIteration = (sequence: number, path: string) => {
    const iteration = iterationOf(path, open.at(-1)?.path);
    if (iteration === undefined) return;
    const group = { path: iteration, callId: `group@${sequence}`, ending: {} };
    const title = `${iteration} iteration`;
    add(group, { title, class: 'Tracing', method: 'tracingGroup', params: { name: title } });
    open.push(group);
  };
  return {
    begin(step, pageId) {
      const { sequence, path, kind } = step;
      closeTo(path);
      openIteration(sequence, path);
      const entry: Entry = { path, callId: `step@${sequence}` };
      add(entry, describeStep(step, pageId));
      if (groups.has(kind)) open.push(entry);
      return entry.callId;
    },
    end(callId, { error, log }) {
      for (const message of log)
        file.add({ type: 'log', callId, time: performance.now(), message });
      const ending = { ...(error ? { error } : {}), afterSnapshot: `after@${callId}` };
      const group = open.find((entry) => entry.callId === callId);
      // A loop ends with its last step.
      if (group) group.ending = ending;
      else file.add({ ...ending, type: 'after', callId, endTime: performance.now() });
    },
    endAll: () => closeTo(undefined),
  };
}

function describeStep(step: TracedStep, pageId: string | undefined): object {
  return {
    title: titleOf(step),
    class: 'Errand',
    method: step.kind,
    params: shorten(step.params),
    ...(pageId === undefined ? {} : { pageId }),
    beforeSnapshot: `before@step@${step.sequence}`,
  };
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);
}

/** `nodes[3][0]` for `nodes[3][0].nodes[1]` inside `nodes[3]`. */
function iterationOf(path: string, loop: string | undefined): string | undefined {
  if (loop === undefined) return undefined;
  const [iteration] = /^\[\d+\]/.exec(path.slice(loop.length)) ?? [];
  return iteration === undefined ? undefined : `${loop}${iteration}`;
}

function titleOf({ path, kind, params }: Omit<TracedStep, 'sequence'>): string {
  const command = readText(params, 'command') ?? readText(params, 'url');
  return [path, kind, ...(command === undefined ? [] : [command])].join(' ');
}

function readText(params: unknown, name: string): string | undefined {
  const value: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Only members that are set, without long strings such as scripts. */
function shorten(params: unknown): object {
  if (typeof params !== 'object' || params === null) return {};
  const kept = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const text = JSON.stringify(value);
      return [name, text.length > LONGEST_PARAM ? text.slice(0, LONGEST_PARAM) : value];
    }),
  );
}

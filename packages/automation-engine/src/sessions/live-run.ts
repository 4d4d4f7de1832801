import type { JsonValue } from '@errand/foundation';
import type { Page } from 'puppeteer';
import type { Automation } from '../document/automation-schema.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { attempt } from '../run/attempt.ts';
import { guardDependencies } from '../run/guard-run.ts';
import { openStartPage } from '../run/open-start-page.ts';
import type { RunDependencies, RunInputs } from '../run/run-dependencies.ts';
import { createRunState, type RunState } from '../run/run-state.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { createStepCollector, type StepCollector } from './collect-steps.ts';
import type { ReplayArchive } from '../traces/replay-archive.ts';
import { topOf } from '../document/node-path.ts';
import { Program } from './program.ts';
import { StepCancelledError } from './session-errors.ts';

/** Unlike a run, a session always needs a page. */
export type SessionDependencies = RunDependencies & {
  readonly page: Page;
  /** Recorded responses that its browser receives. Default: the network's responses. */
  readonly replay?: ReplayArchive | undefined;
};

interface LiveRunSource {
  /** The current automation. */
  readonly automation: () => Automation;
  readonly inputs: RunInputs;
  readonly secrets: RunSecrets;
  readonly dependencies: SessionDependencies;
}

/**
 * The run of a session, on one page. It ends when a step is cancelled, or when the page makes it
 * impossible to continue; another one can follow on the same page.
 */
export interface LiveRun extends AsyncDisposable {
  readonly state: Pick<RunState, 'inputParameters' | 'interpreter' | 'output' | 'signal' | 'steps'>;
  readonly steps: StepCollector;
  readonly program: Program;
  /** Makes a top-level node of the automation the position. */
  readonly jump: (path: string) => void;
  readonly openStartPage: () => Promise<RunFailure | undefined>;
  /** Ends the run, but leaves its page unchanged. */
  readonly cancel: () => void;
}

/** What a run passes on to the next run on its page. */
export interface Inheritance {
  /** All of them. Undefined: those that the automation declares. */
  readonly variables: Readonly<Record<string, JsonValue>> | undefined;
  readonly position: string | undefined;
  /** In order of opening. */
  readonly pages: readonly Page[];
  readonly currentPage: Page | undefined;
}

export async function openLiveRun(
  { automation, inputs, secrets, dependencies }: LiveRunSource,
  inherited: Inheritance = {
    variables: undefined,
    position: 'nodes[0]',
    pages: [],
    currentPage: undefined,
  },
): Promise<LiveRun> {
  const stopper = new AbortController();
  const steps = createStepCollector();
  const given: RunDependencies = {
    ...dependencies,
    otherPages: otherPages(dependencies.page, inherited.pages),
    keepsAllCalls: true,
    signal: AbortSignal.any([dependencies.signal, stopper.signal]),
    onEvent(event) {
      steps.add(event);
      dependencies.onEvent(event);
    },
    onStepDone(step) {
      steps.addPicture(step);
      dependencies.onStepDone?.(step);
    },
  };
  const guarded = { secrets, dependencies: guardDependencies(given, secrets) };
  const state = await createRunState(automation(), inputs, guarded);
  const { interpreter } = state;
  if (inherited.variables) replaceAll(interpreter.variables, inherited.variables);
  const { pages } = interpreter;
  const current = pages.open().find(({ page }) => page === inherited.currentPage);
  if (current) pages.select(current);
  const programFrom = (from: string) => new Program({ interpreter, automation, from });
  // The loops that the position was in are gone.
  let program = programFrom(topOf(inherited.position ?? 'post_processing_nodes[999999]'));
  return {
    state,
    steps,
    get program() {
      return program;
    },
    jump(path) {
      program = programFrom(path);
    },
    openStartPage: () => attempt(state.steps, () => openStartPage(state)),
    cancel: () => stopper.abort(new StepCancelledError()),
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  };
}

function replaceAll(
  variables: Record<string, JsonValue>,
  others: Readonly<Record<string, JsonValue>>,
): void {
  for (const name of Object.keys(variables)) delete variables[name];
  Object.assign(variables, others);
}

/** Opening a clean page, or ending a runaway one, closes all other pages. */
function otherPages(first: Page, pages: readonly Page[]): readonly Page[] {
  return pages.filter((page) => page !== first && !page.isClosed());
}

export function inheritanceOf({ state, program }: LiveRun): Inheritance {
  const { pages, variables } = state.interpreter;
  const open = pages.open();
  return {
    variables: { ...variables },
    position: program.position,
    pages: open.map(({ page }) => page),
    currentPage: open.length === 0 ? undefined : pages.current().page,
  };
}

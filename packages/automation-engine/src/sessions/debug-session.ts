import { abortable, type JsonValue } from '@errand/foundation';
import type { Page } from 'puppeteer';
import type { Automation } from '../document/automation-schema.ts';
import { describePick, type PickedElement } from '../page/inspection/describe-pick.ts';
import { Highlighter } from '../page/inspection/highlighter.ts';
import { type LocatedElements, locateElements } from '../page/inspection/locate-elements.ts';
import { pickElement, type PickOptions } from '../page/inspection/pick-element.ts';
import { BrowserCrashedError } from '../page/pages/page-errors.ts';
import type { RecordedStep } from '../recorder/start-recorder.ts';
import type { Recording } from '../recorder/write-recording.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { openRunSecrets } from '../run/open-run-secrets.ts';
import type { RunInputs } from '../run/run-dependencies.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type {
  EngineSession,
  LocateOptions,
  SessionRun,
  SessionSnapshot,
  SessionState,
  WantedNode,
} from './engine-session.ts';
import {
  type Inheritance,
  inheritanceOf,
  type LiveRun,
  openLiveRun,
  type SessionDependencies,
} from './live-run.ts';
import { type ServedReplay, serveReplay } from '../traces/serve-replay.ts';
import { followPath } from '../document/node-path.ts';
import { explainOpening } from './explain-opening.ts';
import { openCleanPage } from './open-clean-page.ts';
import { PersonDialogs } from './person-dialogs.ts';
import { awaitLastRequests } from './await-last-requests.ts';
import { runUntil } from './run-until.ts';
import { runWanted } from './run-wanted.ts';
import { remainingPage } from './remaining-page.ts';
import { replayInSession } from './replay-in-session.ts';
import { type PointingMode, type SessionRecording, SessionRecorder } from './session-recorder.ts';
import { assertVariables, readState, setInputs, setLiveVariables } from './session-variables.ts';
import { takeSnapshot } from './take-snapshot.ts';

type Act = (live: LiveRun) => Promise<RunFailure | undefined>;
type Locate = (live: LiveRun) => Promise<LocatedElements>;

/** An open session. See `EngineSession` for its commands. */
export class DebugSession implements EngineSession {
  readonly #dependencies: SessionDependencies;
  readonly #secrets: RunSecrets;
  readonly #highlighter = new Highlighter();
  readonly #recorder = new SessionRecorder();
  readonly #dialogs = new PersonDialogs(() => this.#live);
  #automation: Automation;
  #inputs: RunInputs;
  #page: Page;
  #live: LiveRun | undefined;
  #served: ServedReplay | undefined;
  #isRunning = false;
  #replaying: AbortController | undefined;

  constructor(automation: Automation, inputs: RunInputs, dependencies: SessionDependencies) {
    this.#automation = automation;
    this.#inputs = inputs;
    this.#dependencies = dependencies;
    this.#page = dependencies.page;
    this.#secrets = openRunSecrets(automation, inputs, dependencies);
  }

  /**
   * Opens the start page, and runs up to a node. `isCommand`: the caller reads its missed requests;
   * otherwise, the next command reports them.
   */
  async start(
    until: string | undefined,
    { isCommand = false }: { readonly isCommand?: boolean } = {},
  ): Promise<SessionRun> {
    const { replay } = this.#dependencies;
    if (replay && !this.#served) {
      this.#served = await serveReplay(this.#page.browser(), replay, this.#secrets.redact);
    }
    this.#served?.rewind();
    const act: Act = async (live) => {
      const failure = await live.openStartPage();
      if (failure || until === undefined) return failure;
      return runUntil(live, this.#automation, { until });
    };
    return this.#run(act, { isCommand });
  }

  state(): SessionState {
    const secrets = this.#secrets;
    return readState(this.#live, { automation: this.#automation, inputs: this.#inputs, secrets });
  }

  runNode(wanted: WantedNode): Promise<SessionRun> {
    return this.#run((live) => runWanted(live, this.#automation, wanted));
  }

  runUntil({ from, until }: Parameters<EngineSession['runUntil']>[0]): Promise<SessionRun> {
    return this.#run((live) => runUntil(live, this.#automation, { from, until }));
  }

  cancel(): boolean {
    if (this.#isRunning) this.#live?.cancel();
    this.#replaying?.abort(new Error('The replay was cancelled.'));
    return this.#isRunning || this.#replaying !== undefined;
  }

  async locate(
    command: string,
    { isHighlighted = true, drawnAfter }: LocateOptions = {},
  ): Promise<LocatedElements> {
    const locate: Locate = async ({ state: { interpreter } }) => {
      await using ending = new AsyncDisposableStack();
      ending.defer(() => this.#highlighter.clear());
      const located = await locateElements(interpreter, command);
      if (!isHighlighted || located.count === 0) return located;
      // Replaces the earlier highlights without making the caller wait.
      this.#highlighter.show(interpreter, command, drawnAfter);
      ending.move();
      return located;
    };
    return this.#dialogs.during(async () => locate(await this.#openLive()));
  }

  async pick(options: PickOptions): Promise<PickedElement> {
    return this.#command(async ({ state: { interpreter } }) => {
      const signal = AbortSignal.any([interpreter.signal, options.signal]);
      return pickElement(interpreter, { ...options, signal }, (handle) => {
        const { pages } = interpreter;
        const picked = pages.open().find(({ page }) => page === handle.frame.page());
        // The person sees this tab: locators refer to it, and later commands act in it.
        if (picked) pages.select(picked);
        return describePick(interpreter, handle);
      });
    });
  }

  async snapshot(): Promise<SessionSnapshot> {
    return this.#command(({ state }) => takeSnapshot(state.steps));
  }

  async setVariables(
    variables: Readonly<Record<string, readonly JsonValue[] | null>>,
  ): Promise<void> {
    assertVariables(this.#automation, variables);
    return this.#command(async ({ state }) => {
      this.#inputs = setInputs(this.#automation, this.#inputs, variables);
      setLiveVariables(this.#automation, state, variables);
    });
  }

  setAutomation(automation: Automation): void {
    this.#automation = automation;
  }

  async restart({ until }: { readonly until?: string | undefined } = {}): Promise<SessionRun> {
    this.#assertUsable();
    this.#recorder.assertIdle();
    if (until !== undefined) followPath(this.#automation, until);
    return this.#dialogs.during(async () => {
      await this.#end();
      await this.#clean();
      return this.start(until, { isCommand: true });
    });
  }

  async startRecording(onStep: (step: RecordedStep) => void): Promise<void> {
    const files = this.#dependencies.inputFiles?.map(({ path }) => path) ?? [];
    await this.#command(({ state }) =>
      // A recording starts where the person is.
      this.#recorder.start({ page: state.steps.pages.current().page, files, onStep }),
    );
  }

  pointAt(mode: PointingMode): Promise<void> {
    return this.#dialogs.during(() => this.#recorder.pointAt(mode));
  }

  async recording(): Promise<SessionRecording> {
    return this.#redactRecording(await this.#recorder.read());
  }

  async stopRecording({ isReplayed }: { readonly isReplayed: boolean }): Promise<SessionRecording> {
    return this.#dialogs.during(async () => {
      const recording = await this.#recorder.stop();
      if (isReplayed) this.#recorder.keep(await this.#replay(recording));
      return this.recording();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An open dialog would block the page.
    await this.#dialogs.during(async () => {
      await this.#recorder[Symbol.asyncDispose]();
      await this.#end();
      await this.#served?.[Symbol.asyncDispose]();
    });
  }

  /** Leaves the page where the replay ended. */
  async #replay(recording: Recording): Promise<Recording> {
    const inherited = this.#live && { ...inheritanceOf(this.#live), pages: [] };
    await this.#end();
    const { signal } = this.#dependencies;
    const replaying = new AbortController();
    this.#replaying = replaying;
    let opening: Promise<Page> | undefined;
    try {
      return await replayInSession(recording, {
        dependencies: {
          ...this.#dependencies,
          signal: AbortSignal.any([signal, replaying.signal]),
        },
        inputs: this.#inputs,
        openPage: () => {
          opening = this.#clean();
          return opening;
        },
      });
    } finally {
      this.#replaying = undefined;
      // A replay that is stopped does not wait for its page.
      await Promise.allSettled([opening]);
      // Discards the requests refused during the tries: the next run must not report them.
      this.#served?.takeMissed();
      this.#page = await remainingPage(this.#page);
      this.#live = await this.#openRun(inherited);
    }
  }

  async #clean(): Promise<Page> {
    const { signal } = this.#dependencies;
    this.#page = await abortable(openCleanPage(this.#page), signal);
    this.#served?.rewind();
    return this.#page;
  }

  /** A step may have typed a secret into a field that shows it. */
  #redactRecording({ isRecording, recording }: SessionRecording): SessionRecording {
    if (!recording) return { isRecording, recording };
    const { automation, inputs, report } = recording;
    const redacted = this.#secrets.redactDeep({ automation, inputs, report });
    return { isRecording, recording: { ...recording, ...redacted } };
  }

  /** Runs steps, and returns what they did. */
  async #run(act: Act, { isCommand = true } = {}): Promise<SessionRun> {
    return this.#command(async (live) => {
      const { steps, output } = live.state;
      const from = output.entries.length;
      this.#isRunning = true;
      try {
        const failure = await act(live);
        steps.stepReports.end(steps.activity.takeDialogs());
        // No later command would report what the page requests after the last step.
        const isOver = failure || live.program.position === undefined;
        if (this.#served && isOver) await awaitLastRequests(live.state);
        const missed = (isCommand ? this.#served?.takeMissed() : undefined) ?? [];
        const explained = isCommand ? failure : explainOpening(failure, this.#served?.missed());
        return {
          steps: await live.steps.take(),
          ...(explained && { failure: this.#secrets.redactDeep(explained) }),
          ...(missed.length > 0 && { missedRequests: missed }),
          outputData: output.entries.slice(from),
        };
      } finally {
        this.#isRunning = false;
      }
    });
  }

  #command<Result>(act: (live: LiveRun) => Promise<Result>): Promise<Result> {
    return this.#dialogs.during(async () => act(await this.#open()));
  }

  /** Like `#openLive`, and removes the previous command's highlights. */
  async #open(): Promise<LiveRun> {
    this.#assertUsable();
    await this.#highlighter.clear();
    return this.#openLive();
  }

  /** Returns a run that can continue: the last one may have been stopped. */
  async #openLive(): Promise<LiveRun> {
    this.#assertUsable();
    if (this.#live?.state.signal.aborted === false) return this.#live;
    const inherited = this.#live && inheritanceOf(this.#live);
    await this.#end();
    this.#page = await remainingPage(this.#page, inherited?.pages);
    this.#live = await this.#openRun(inherited);
    return this.#live;
  }

  #openRun(inherited: Inheritance | undefined): Promise<LiveRun> {
    const source = {
      automation: () => this.#automation,
      inputs: this.#inputs,
      secrets: this.#secrets,
      dependencies: {
        ...this.#dependencies,
        page: this.#page,
        downloadProblem: this.#served?.downloadProblem,
      },
    };
    return abortable(openLiveRun(source, inherited), this.#dependencies.signal);
  }

  #assertUsable(): void {
    this.#dependencies.signal.throwIfAborted();
    if (this.#page.browser().connected) return;
    throw new BrowserCrashedError('The browser of the session has exited.');
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    await using _live = live;
    await this.#highlighter.end();
  }
}

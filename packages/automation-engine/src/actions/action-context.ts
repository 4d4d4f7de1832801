import type { Bindings } from '@errand/expressions';
import type { EgressRequest, EgressResponse } from '@errand/egress-guard';
import type { JsonValue } from '@errand/foundation';
import type { ScriptJob } from '@errand/script-sandbox';
import type { ActingElement } from '../page/acting/acting-element.ts';
import type { ReadTable } from '../page/in-page/read-table.ts';
import type { Point } from '../targets/point.ts';
import type { ScrollDistance, TargetElement } from '../page/acting/element-acts.ts';
import type { DownloadParams } from '../fields/download-fields.ts';
import type { OutputEntry } from '../reports/output-entry.ts';
import type { Target } from '../targets/target.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import type { AgentParams } from '../fields/agent-fields.ts';
import type { ModelQuestion } from '../capabilities/models/model-question.ts';
import type { OutsideAnswer } from '../outside/call-outside.ts';
import type { NetworkCall } from '../page/pages/network-call.ts';
import type { CallSearch } from '../page/pages/wait-for-calls.ts';
import type { TypedText } from '../secrets/typed-text.ts';
import type { TriedMeans } from '../reports/step-record.ts';
import type { Captcha } from '../capabilities/captcha/captcha.ts';
import type { ExpectationParams } from '../fields/expectation-fields.ts';
import type { Judgement } from '../page/elements/judge-expectation.ts';
import type { CodeRequest } from '../capabilities/two-factor/code-request.ts';
import type { Tabs } from '../page/pages/tabs.ts';

/** Acts on elements of the current page or at points on the screen. */
export interface ElementActs {
  /**
   * Runs `act` on the target's element. Returns `skipped` if the target is optional (`skip_prompt`)
   * and cannot be acted on. Throws `LocatorSyntaxError`, `LocatorNotFoundError`,
   * `ElementNotFoundError`, `LocatorAmbiguousError`, `NotAFrameError`, `KeywordNotFoundError`,
   * `ScreenDiffersError`, `NotActionableError`, `InvalidCoordinateError`, `ModelMissingError`, and
   * the errors of `@errand/language-models`.
   */
  readonly actOn: (
    target: Target,
    act: (element: TargetElement) => Promise<void>,
  ) => Promise<ActionOutcome>;
  /**
   * Opens the second element of an action that has two; `share` (0 to 1) is the part of the step's
   * time that it gets. Throws the errors of a locator, like `actOn`.
   */
  readonly openOther: (
    target: Pick<Target, 'command' | 'xpath'>,
    share: number,
  ) => Promise<ActingElement>;
  /**
   * Returns the text of the first match (the value of a form control), or its `attribute` if given
   * (null if missing); undefined if no match appears in time. Throws `LocatorSyntaxError`,
   * `NotAFrameError`, and `NotActionableError` if the page or frame does not respond.
   */
  readonly readText: (command: string, attribute?: string) => Promise<string | null | undefined>;
  /**
   * Like `readText` for every match, in document order, once their number is steady; empty if no
   * match appears in time. Throws `LocatorSyntaxError`, `NotAFrameError`, `NotActionableError`.
   */
  readonly readTexts: (command: string, attribute?: string) => Promise<readonly (string | null)[]>;
  /**
   * Returns the rows of the matching table, or undefined if it does not appear in time. Throws
   * `LocatorSyntaxError`, `LocatorAmbiguousError`, `NotAFrameError`, `NotActionableError`.
   */
  readonly readTable: (command: string) => Promise<ReadTable | undefined>;
  /**
   * Waits until an element or the page meets the expectation, or the time is up. Throws
   * `LocatorSyntaxError`, `LocatorAmbiguousError`, `NotAFrameError`, `InvalidCountError`.
   */
  readonly judge: (expectation: ExpectationParams) => Promise<Judgement>;
  /**
   * Returns the number of matches once it is steady, 0 if none appears in time. Throws
   * `LocatorSyntaxError`, `NotAFrameError`, `NotActionableError`.
   */
  readonly countMatches: (
    command: string,
    options: { readonly timeoutMs: number },
  ) => Promise<number>;
}

/** Acts on the current page or screen and its tabs, without a target. */
export interface PageActs {
  /** Whether the run has web pages; a run on a remote desktop has none. */
  readonly hasPages: boolean;
  readonly readPageState: () => Promise<Readonly<Record<string, JsonValue>>>;
  /** Throws `NavigationError` with the browser's reason. */
  readonly goTo: (url: string, options?: { readonly newTab?: boolean }) => Promise<void>;
  /** Throws `NoPageBeforeError`, `NavigationError`. */
  readonly goBack: () => Promise<void>;
  readonly tabs: Tabs;
  /** Sends key events for each character to whatever has focus. */
  readonly pressKeys: (text: TypedText) => Promise<void>;
  /** Presses keys together, given by their `key_press` names, on whatever has focus. */
  readonly pressTogether: (keys: readonly string[]) => Promise<void>;
  /** Turns the wheel at the pointer and waits until scrolling has settled. */
  readonly scroll: (distance: ScrollDistance) => Promise<void>;
  /**
   * Size of the area that coordinates refer to: the screen if steps act on one, or the viewport
   * of the current page, in CSS pixels.
   */
  readonly viewSize: () => Promise<{ readonly width: number; readonly height: number }>;
  /**
   * Locates texts in the view by text recognition, in the given order; undefined for each text not
   * found. Throws `InvalidBoxError`, `DesktopProgramMissingError`, `TextLanguageMissingError`,
   * `TextReaderError`.
   */
  readonly locateTexts: (
    texts: readonly string[],
    boundingBox: readonly string[] | undefined,
  ) => Promise<readonly (Point | undefined)[]>;
}

/** Acts on the files of the run. */
export interface FileActs {
  /**
   * Runs `act`. With `expect_download`, waits until the download that it starts is complete, or
   * throws `DownloadMissingError`.
   */
  readonly mayDownload: (params: DownloadParams, act: () => Promise<void>) => Promise<void>;
  /**
   * Saves the resource at the address (default: the current page) as a PDF file of the run:
   * unchanged if it is a PDF, printed otherwise. Throws `DownloadMissingError`, `NavigationError`,
   * `LimitExceededError`.
   */
  readonly savePdf: (source: {
    readonly url?: string | undefined;
    readonly filename?: string | undefined;
  }) => Promise<void>;
  /** Absolute path of a file of the run. Throws `FileRefusedError`, `FileMissingError`. */
  readonly findFile: (path: string) => Promise<string>;
  /** Absolute path of a file submitted with the task. Throws `InputFileMissingError`. */
  readonly findInputFile: (name: string) => string;
  /**
   * Fetches a file for the page and returns its path. Throws `DownloadMissingError`,
   * `EgressBlockedError`.
   */
  readonly fetchFile: (url: string) => Promise<string>;
  /**
   * Saves content as a downloaded file of the run, under a safe and unique name. Throws
   * `LimitExceededError`.
   */
  readonly saveFile: (file: {
    readonly content: Uint8Array;
    readonly suggestedName: string;
    readonly filename?: string | undefined;
  }) => Promise<void>;
  /**
   * Finds the newest downloaded file whose name contains `namePart`, or the only file, whatever its
   * name. Throws `FileMissingError`.
   */
  readonly findDownload: (
    namePart: string,
  ) => Promise<{ readonly filename: string; readonly path: string }>;
  /** Text of a PDF file. Throws `FileUnreadableError`. */
  readonly readPdfText: (path: string) => Promise<string>;
  /** Saves a screenshot of the current page as a file of the run. Throws `LimitExceededError`. */
  readonly takeScreenshot: (screenshot: {
    readonly filename: string;
    readonly isFullPage: boolean;
  }) => Promise<void>;
}

/** Network calls of the pages, and requests made outside the browser. */
export interface OutsideActs {
  /**
   * Returns the completed network calls since the last interaction; waits for calls that are still
   * expected.
   */
  readonly findCalls: (search: CallSearch) => Promise<readonly NetworkCall[]>;
  /**
   * Repeats a call of the page from outside the browser. Throws `DownloadMissingError`,
   * `EgressBlockedError`.
   */
  readonly replayCall: (call: NetworkCall) => Promise<EgressResponse>;
  /** Makes a request outside the browser, within the egress rules. Throws `EgressBlockedError`. */
  readonly callOutside: (
    url: string,
    request: Omit<EgressRequest, 'signal'>,
  ) => Promise<OutsideAnswer>;
}

/** What a model decides or does. */
export interface ModelActs {
  /** Whether a step may ask a model. */
  readonly hasModels: boolean;
  /**
   * Asks a model for a value, with the page or a file as input. Throws `ModelMissingError`, and the
   * errors of `@errand/language-models`.
   */
  readonly askModel: (question: ModelQuestion) => Promise<JsonValue>;
  /** Records how the step reached its result. */
  readonly noteMeans: (means: TriedMeans) => void;
  /**
   * Lets an agent perform a task. Throws `ModelMissingError`, the errors of
   * `@errand/language-models`, and `AgentUnfinishedError` unless a second look confirms success.
   */
  readonly runAgent: (params: AgentParams) => Promise<ActionOutcome>;
  /**
   * Like `runAgent`, for overlays: the agent can only click and wait. Throws
   * `AgentUnfinishedError`, `ModelMissingError`, and the errors of `@errand/language-models`.
   */
  readonly runOverlayAgent: (params: AgentParams) => Promise<ActionOutcome>;
  /**
   * Solves a captcha. Throws `CaptchaUnsolvedError`, `LocatorNotFoundError`, `LocatorSyntaxError`,
   * `ModelMissingError`, `NotActionableError`, and the errors of `@errand/language-models`.
   */
  readonly solveCaptcha: (captcha: Captcha) => Promise<void>;
}

/** Runs the automation's Python and PowerShell. */
export interface ScriptActs {
  /**
   * Runs a Python script to completion and returns the result of its code_fn. Throws
   * `ScriptsMissingError`, `SandboxUnavailableError`, `ScriptFailedError`, `ScriptEndedError`,
   * `CallFailedError`, `ScriptTimeoutError`, `ScriptLimitError`.
   */
  readonly runScript: (script: {
    readonly source: string;
    readonly gives: ScriptJob['gives'];
    readonly timeoutSeconds?: number | undefined;
  }) => Promise<JsonValue>;
  /**
   * Runs commands in the shell of the run. `exits` closes the shell afterwards. Throws
   * `PowershellMissingError`, `PowershellUnavailableError`, `SandboxUnavailableError`,
   * `PowershellFailedError`, `ScriptEndedError`, `ScriptTimeoutError`, `ScriptLimitError`.
   */
  readonly runPowershell: (
    commands: readonly string[],
    options: { readonly exits: boolean },
  ) => Promise<void>;
}

/** Waits for input from outside the run: a person or a message. */
export interface PeopleActs {
  /**
   * Waits until a person resumes the run, and sets the variables that they sent. Throws
   * `HumanUnavailableError`, `HumanTimeoutError`, `HumanAnswerError`.
   */
  readonly waitForHuman: (options: { readonly maxWaitMs: number }) => Promise<void>;
  /**
   * Waits for a one-time code and sets a variable to it; the code is redacted everywhere else.
   * Throws `TwoFaCodeNotFoundError`, `MessagesUnavailableError`, `ModelMissingError`, and the
   * errors of `@errand/language-models`.
   */
  readonly waitForCode: (variable: string, request: CodeRequest) => Promise<void>;
}

/** What the step produces. */
export interface OutputActs {
  /** `unique_identifier` and `allow_none` of the node's extraction_action. */
  readonly extraction: {
    readonly allowNone: boolean;
    readonly outputFields: Pick<OutputEntry, 'unique_identifier'>;
  };
  /** Throws `LimitExceededError` when the output of the run becomes too large. */
  readonly addOutput: (entry: OutputEntry) => void;
  /**
   * Overwrites a generated variable with a list (a single value is wrapped in one), or with the
   * object of an API result.
   */
  readonly setVariable: (name: string, value: JsonValue) => void;
  /** Adds a line to the log of the step. */
  readonly noteLog: (line: string) => void;
  /** Logs a deviation from the automation that does not fail the step. */
  readonly warn: (message: string, fields?: object) => void;
}

/** Everything that an action can use, grouped by purpose. Created once per step. */
export interface ActionContext {
  /** Values of the placeholders at this step. */
  readonly bindings: Bindings;
  /**
   * Replaces a template's placeholders with their values, once. Throws
   * `UnresolvedPlaceholderError`.
   */
  readonly text: (template: string) => string;
  /**
   * Like `text`, for text typed into the page, the only place where secrets may appear. Undefined
   * when the template is a single placeholder that refers to an empty list. Throws
   * `UnresolvedPlaceholderError`, `SecretUnavailableError`.
   */
  readonly typedText: (template: string) => TypedText | undefined;
  /** A real delay that only `signal` can end early. */
  readonly pause: (durationMs: number) => Promise<void>;
  readonly elements: ElementActs;
  readonly page: PageActs;
  readonly files: FileActs;
  readonly outside: OutsideActs;
  readonly models: ModelActs;
  readonly scripts: ScriptActs;
  readonly people: PeopleActs;
  readonly output: OutputActs;
}

import type { Bindings } from '@errand/expressions';
import type { EgressRequest, EgressResponse } from '@errand/egress-guard';
import type { JsonValue } from '@errand/foundation';
import type { ScriptJob } from '@errand/script-sandbox';
import type { ActingElement } from '../page/acting/acting-element.ts';
import type { ReadTable } from '../page/acting/in-page/read-table.ts';
import type { Point } from '../targets/point.ts';
import type { ScrollDistance, TargetElement } from '../page/acting/element-acts.ts';
import type { DownloadParams } from '../page/downloads/download-params.ts';
import type { OutputEntry } from '../reports/output-entry.ts';
import type { Target } from '../targets/target.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import type { AgentParams } from '../capabilities/agents/agent-params.ts';
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

/** Elements of the current page or places of the screen. */
export interface ElementActs {
  /** Runs `act` on the target's element; answers `skipped` if the target is optional (`skip_prompt`) and cannot be acted on. */
  readonly actOn: (
    target: Target,
    act: (element: TargetElement) => Promise<void>,
  ) => Promise<ActionOutcome>;
  /** The element that a locator means, for an action that has two; it gets this share (0 to 1) of the step's time. */
  readonly openOther: (
    target: Pick<Target, 'command' | 'xpath'>,
    share: number,
  ) => Promise<ActingElement>;
  /**
   * Text of the first match (a form control: its value), or the attribute of that name, which it may not have (null);
   * undefined if no match appears in time.
   */
  readonly readText: (command: string, attribute?: string) => Promise<string | null | undefined>;
  /** The same of every match, in document order, once their number is steady; none if none appears in time. */
  readonly readTexts: (command: string, attribute?: string) => Promise<readonly (string | null)[]>;
  /** The rows of the one table that is meant, or undefined if it does not appear in time. */
  readonly readTable: (command: string) => Promise<ReadTable | undefined>;
  /** Waits until an element or the page is as expected, or the time is up. */
  readonly judge: (expectation: ExpectationParams) => Promise<Judgement>;
  /** Number of matches once it is steady, 0 if none appears in time. */
  readonly countMatches: (
    command: string,
    options: { readonly timeoutMs: number },
  ) => Promise<number>;
}

/** The current page, or the screen, and its tabs, without a target. */
export interface PageActs {
  /** Whether the run has web pages; one on a remote desktop has none. */
  readonly hasPages: boolean;
  readonly readPageState: () => Promise<Readonly<Record<string, JsonValue>>>;
  /** Throws `NavigationError` with the reason of the browser. */
  readonly goTo: (url: string, options?: { readonly newTab?: boolean }) => Promise<void>;
  /** Throws `NoPageBeforeError`, `NavigationError`. */
  readonly goBack: () => Promise<void>;
  readonly tabs: Tabs;
  /** Sends key events per character to whatever has the focus. */
  readonly pressKeys: (text: TypedText) => Promise<void>;
  /** Presses keys by their `key_press` names, all together, on whatever has the focus. */
  readonly pressTogether: (keys: readonly string[]) => Promise<void>;
  /** Turns the wheel where the pointer is and waits until that has come to rest. */
  readonly scroll: (distance: ScrollDistance) => Promise<void>;
  /** Size of what coordinates count in: the screen that steps act on, or what the current page shows, in CSS pixels. */
  readonly viewSize: () => Promise<{ readonly width: number; readonly height: number }>;
  /** Where texts are in the view, by text recognition, in their order; undefined for one that is not there. */
  readonly locateTexts: (
    texts: readonly string[],
    boundingBox: readonly string[] | undefined,
  ) => Promise<readonly (Point | undefined)[]>;
}

/** The files of the run. */
export interface FileActs {
  /** Runs `act`; with `expect_download` waits until the file it starts is complete, or throws `DownloadMissingError`. */
  readonly mayDownload: (params: DownloadParams, act: () => Promise<void>) => Promise<void>;
  /** Keeps what is at the address (default: the current page) as a PDF file of the run: as it is, or printed. */
  readonly savePdf: (source: {
    readonly url?: string | undefined;
    readonly filename?: string | undefined;
  }) => Promise<void>;
  /** Absolute path of a file of the run. Throws `FileRefusedError`, `FileMissingError`. */
  readonly findFile: (path: string) => Promise<string>;
  /** Absolute path of a file that came with the task. Throws `InputFileMissingError`. */
  readonly findInputFile: (name: string) => string;
  /** Path of a file that is fetched for the page. Throws `DownloadMissingError`, `EgressBlockedError`. */
  readonly fetchFile: (url: string) => Promise<string>;
  /** Keeps content as a downloaded file of the run, under a safe and unique name. */
  readonly saveFile: (file: {
    readonly content: Uint8Array;
    readonly suggestedName: string;
    readonly filename?: string | undefined;
  }) => Promise<void>;
  /** The newest downloaded file whose name contains this. Throws `FileMissingError`. */
  readonly findDownload: (
    namePart: string,
  ) => Promise<{ readonly filename: string; readonly path: string }>;
  /** Text of a PDF file. Throws `FileUnreadableError`. */
  readonly readPdfText: (path: string) => Promise<string>;
  /** Keeps a screenshot of the current page as a file of the run. */
  readonly takeScreenshot: (screenshot: {
    readonly filename: string;
    readonly isFullPage: boolean;
  }) => Promise<void>;
}

/** Network calls of the pages, and requests that no browser makes. */
export interface OutsideActs {
  /** Network calls since the last interaction that are complete; waits for them as long as makes sense. */
  readonly findCalls: (search: CallSearch) => Promise<readonly NetworkCall[]>;
  /** Sends a call of the page again from outside the browser. Throws `DownloadMissingError`, `EgressBlockedError`. */
  readonly replayCall: (call: NetworkCall) => Promise<EgressResponse>;
  /** Makes a request that no browser makes, as far as the egress rules allow it (`EgressBlockedError`). */
  readonly callOutside: (
    url: string,
    request: Omit<EgressRequest, 'signal'>,
  ) => Promise<OutsideAnswer>;
}

/** What a model decides or does. */
export interface ModelActs {
  /** Whether a step may ask a model. */
  readonly hasModels: boolean;
  /** Asks a model for a value, showing it the page or a file. Throws `ModelMissingError`, and the errors of `@errand/language-models`. */
  readonly askModel: (question: ModelQuestion) => Promise<JsonValue>;
  /** Puts into the record of the step how it came to what it did. */
  readonly noteMeans: (means: TriedMeans) => void;
  /** Lets an agent do a task. Throws `AgentUnfinishedError` unless a second look confirms it. */
  readonly runAgent: (params: AgentParams) => Promise<ActionOutcome>;
  /** The same, for what covers the page: the agent can click and wait only. */
  readonly runOverlayAgent: (params: AgentParams) => Promise<ActionOutcome>;
  /** Passes a captcha. Throws `CaptchaUnsolvedError`, `ModelMissingError`. */
  readonly solveCaptcha: (captcha: Captcha) => Promise<void>;
}

/** Python and PowerShell of the automation. */
export interface ScriptActs {
  /** Runs a Python script to its end and answers what its code_fn returns. Throws `ScriptsMissingError`, and the errors of `@errand/script-sandbox`. */
  readonly runScript: (script: {
    readonly source: string;
    readonly gives: ScriptJob['gives'];
    readonly timeoutSeconds?: number | undefined;
  }) => Promise<JsonValue>;
  /** Runs commands in the shell of the run; `exits` leaves it afterwards. Throws `PowershellMissingError`, and the errors of `@errand/script-sandbox`. */
  readonly runPowershell: (
    commands: readonly string[],
    options: { readonly exits: boolean },
  ) => Promise<void>;
}

/** What has to come from outside of the run: a person, a message. */
export interface PeopleActs {
  /** Waits until a person lets the run go on, and sets the variables that come along. Throws `HumanUnavailableError`, `HumanTimeoutError`, `HumanAnswerError`. */
  readonly waitForHuman: (options: { readonly maxWaitMs: number }) => Promise<void>;
  /** Sets a variable to the one-time code that comes, which is hidden everywhere else. Throws `TwoFaCodeNotFoundError`, `MessagesUnavailableError`. */
  readonly waitForCode: (variable: string, request: CodeRequest) => Promise<void>;
}

/** What the step leaves behind. */
export interface OutputActs {
  /** `unique_identifier` and `allow_none` of the node's extraction_action. */
  readonly extraction: {
    readonly allowNone: boolean;
    readonly outputFields: Pick<OutputEntry, 'unique_identifier'>;
  };
  /** Throws `LimitExceededError` when the output of the run gets too large. */
  readonly addOutput: (entry: OutputEntry) => void;
  /** Overwrites a generated variable: a list (a single value is one of one element), or the object of an API result. */
  readonly setVariable: (name: string, value: JsonValue) => void;
  /** Adds a line to the log of the step. */
  readonly noteLog: (line: string) => void;
  /** For what went otherwise than the automation wants without failing it. */
  readonly warn: (message: string, fields?: object) => void;
}

/** All that an action can reach, by what it is for. One is made for every step. */
export interface ActionContext {
  /** Values of the placeholders at this step. */
  readonly bindings: Bindings;
  /** Puts values in the place of a template's placeholders, once. Throws `UnresolvedPlaceholderError`. */
  readonly text: (template: string) => string;
  /**
   * The same for what is typed into the page: the only texts where secrets may stand. Undefined when the template is one
   * placeholder that looks into an empty list.
   */
  readonly typedText: (template: string) => TypedText | undefined;
  /** A real pause that ends early only by `signal`. */
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

import type { JsonValue } from '@errand/foundation';
import type { EgressGuard } from '@errand/egress-guard';
import type { LanguageModels } from '@errand/language-models';
import type { Powershell, ScriptSandbox } from '@errand/script-sandbox';
import type { Page } from 'puppeteer';
import type { Desktop } from '@errand/desktop';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type {
  HumanEvent,
  HumanInTheLoop,
  RecordPerson,
} from '../capabilities/human/human-in-the-loop.ts';
import type { ModelCall } from '../capabilities/models/guard-models.ts';
import type { PrivateHandlers } from './private-handler.ts';
import type { OutputEntry } from '../reports/output-entry.ts';
import type { DoneStep, StepEvent } from '../reports/run-events.ts';
import type { RunLimits } from '../run-limits.ts';
import type { MessageSource } from '../capabilities/two-factor/message-source.ts';
import type { TraceFile } from '../traces/trace-file.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';

/** Where a run continues an earlier one. */
export interface RunStart {
  /** A node of the automation's `nodes`: `nodes[3]`. */
  readonly nodePath: string;
  /** The page that is opened first. Null: the automation's start page. */
  readonly pageUrl: string | null;
  /** Variables that differ from the automation's, by name. */
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** What the earlier run had extracted before. */
  readonly outputData: readonly OutputEntry[];
  /** How many files it had downloaded before, which `expected_downloads` includes. Default 0. */
  readonly fileCount?: number | undefined;
}

/** Values that a task provides, by parameter name. */
export interface RunInputs {
  readonly taskId?: string;
  readonly inputParameters: Readonly<Record<string, readonly JsonValue[]>>;
  /** Number of secrets by name. Default: as many as the automation references. */
  readonly secretCounts?: Readonly<Record<string, number>>;
  /** Default: the run starts at the first node, on the automation's start page. */
  readonly start?: RunStart | undefined;
}

export interface RunDependencies {
  /**
   * Already open. The run works in its browser context and leaves it open, unless it had to stop a
   * runaway page. Without a page the run has only a remote desktop, and a step that needs a page
   * fails as `page_missing`.
   */
  readonly page?: Page | undefined;
  /**
   * Further open pages of its browser context, which an earlier run left, in order of opening.
   * Default: none.
   */
  readonly otherPages?: readonly Page[] | undefined;
  /**
   * The screen that steps act on when the automation requests it; without it such a run fails as
   * `desktop_unavailable`. It also recognises text for every run (`ocr_coordinates`); without it
   * the system's tesseract does, for English.
   */
  readonly desktop?: Desktop | undefined;
  /**
   * Whether an earlier run of the same login left the page in its current state: it may be reused.
   * Default false.
   */
  readonly isPageKept?: boolean;
  /** Aborts the run immediately: cancellation, the task's deadline, a lost lease. */
  readonly signal: AbortSignal;
  /** Used by this run only. Created if it does not exist. */
  readonly downloadsDirectory: string;
  /**
   * Files submitted with the task, referenced by `input_file`. They lie outside the downloads
   * directory. Default: none.
   */
  readonly inputFiles?: readonly InputFileOnDisk[] | undefined;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
  /** Called in order, once per step; never awaited. */
  readonly onEvent: (event: StepEvent) => void;
  /** Called when a step succeeds, before its event; never awaited. Default: nothing. */
  readonly onStepDone?: (step: DoneStep) => void;
  /**
   * Explains why the browser could not reach an address's host, as the end of a sentence. Default:
   * the browser's own reason.
   */
  readonly connectionProblem?: (url: string) => string | undefined;
  /**
   * Why a download that the browser begins has no content, as a sentence; it is then cancelled.
   * Default: every download has its content.
   */
  readonly downloadProblem?: ((url: string) => string | undefined) | undefined;
  /**
   * Whether steps that are not part of the automation yet may look for network calls: all calls
   * since the last interaction are then kept. Default false.
   */
  readonly keepsAllCalls?: boolean;
  /** Makes requests outside the browser. Default: a guard that allows only public addresses. */
  readonly egress?: EgressGuard;
  /** Records what the run does, for the trace viewer. Default: none. */
  readonly trace?: TraceFile | undefined;
  /** Omitted limits have their defaults. */
  readonly limits?: Partial<RunLimits>;
  /** Resolves the secrets that steps type. Without it such a step fails as `secret_unavailable`. */
  readonly secrets?: SecretResolver;
  /** Handlers for `private_node`s. Default: none. */
  readonly privateHandlers?: PrivateHandlers;
  /**
   * Reads the messages that contain the codes for `two_fa_action`. Without it such a step fails as
   * `two_fa_messages_unavailable`.
   */
  readonly messages?: MessageSource;
  /** Lets `human_in_loop_action` wait for a person. Without it such a step fails immediately. */
  readonly humanInTheLoop?: HumanInTheLoop;
  /** Records what a person does during the wait. Default: nothing is recorded. */
  readonly recordPerson?: RecordPerson;
  /** Models for the steps that ask one. Without them such a step fails as `model_unavailable`. */
  readonly models?: LanguageModels;
  /** Called after every model call with its redacted input and answer; never awaited. */
  readonly onModelCall?: (call: ModelCall) => void;
  /** Runs Python. Without it such a step fails as `script_sandbox_unavailable`. */
  readonly scripts?: ScriptSandbox;
  /**
   * Runs the commands of `powershell_action`. Without it such a step fails as
   * `powershell_unavailable`.
   */
  readonly powershell?: Powershell;
  /** For `ctx.unique_parameters` of scripts: the inputs that identify the login. Default: none. */
  readonly uniqueParameters?: Readonly<Record<string, JsonValue>>;
  /** Called when a wait for a person starts and when a person ends it; never awaited. */
  readonly onHumanEvent?: (event: HumanEvent) => void;
}

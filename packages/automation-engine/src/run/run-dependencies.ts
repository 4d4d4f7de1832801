import type { JsonValue } from '@errand/foundation';
import type { EgressGuard } from '@errand/egress-guard';
import type { LanguageModels } from '@errand/language-models';
import type { Powershell, ScriptSandbox } from '@errand/script-sandbox';
import type { Page } from 'puppeteer';
import type { Desktop } from '@errand/desktop';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type { HumanEvent, HumanInTheLoop } from '../capabilities/human/human-in-the-loop.ts';
import type { ModelCall } from '../capabilities/models/guard-models.ts';
import type { PrivateHandlers } from './private-handler.ts';
import type { DoneStep, StepEvent } from '../reports/run-events.ts';
import type { RunLimits } from '../run-limits.ts';
import type { MessageSource } from '../capabilities/two-factor/message-source.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';

/** Values that a task brings along, by parameter name. */
export interface RunInputs {
  readonly taskId?: string;
  readonly inputParameters: Readonly<Record<string, readonly JsonValue[]>>;
  /** Number of secrets by name. Default: as many as the automation refers to. */
  readonly secretCounts?: Readonly<Record<string, number>>;
}

export interface RunDependencies {
  /**
   * Open already; the run works in its browser context and leaves it open, unless a page went on without end. Without it
   * the run has a remote desktop only, and a step that needs a page fails as `page_missing`.
   */
  readonly page?: Page | undefined;
  /**
   * The screen that steps act on when the automation asks for that: without it such a run fails as `desktop_unavailable`.
   * It reads texts for every run (`ocr_coordinates`); without it the tesseract of the system does, for English.
   */
  readonly desktop?: Desktop | undefined;
  /** Whether an earlier run of the same login left the page as it is now: it may be reused. Default false. */
  readonly isPageKept?: boolean;
  /** Ends the run at once: cancellation, the task's deadline, a lost lease. */
  readonly signal: AbortSignal;
  /** Belongs to this run alone. Created if it is missing. */
  readonly downloadsDirectory: string;
  /** Files that came with the task, which `input_file` refers to. They lie outside of the downloads. Default: none. */
  readonly inputFiles?: readonly InputFileOnDisk[] | undefined;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
  /** Called in order, once per step, and never waited for. */
  readonly onEvent: (event: StepEvent) => void;
  /** Called when a step has ended well, before its event, and never waited for. Default: nothing. */
  readonly onStepDone?: (step: DoneStep) => void;
  /** Says why the browser did not reach the host of an address, as the end of a sentence. Default: what the browser says. */
  readonly connectionProblem?: (url: string) => string | undefined;
  /** Makes the requests that no browser makes. Default: one that reaches public addresses only. */
  readonly egress?: EgressGuard;
  /** What is missing has its default. */
  readonly limits?: Partial<RunLimits>;
  /** Gives the secrets that steps type. Without it such a step fails as `secret_unavailable`. */
  readonly secrets?: SecretResolver;
  /** Run the `private_node`s. Default: none. */
  readonly privateHandlers?: PrivateHandlers;
  /** Reads the messages that `two_fa_action` finds its code in. Without it such a step fails as `two_fa_messages_unavailable`. */
  readonly messages?: MessageSource;
  /** Lets `human_in_loop_action` wait for a person. Without it such a step fails at once. */
  readonly humanInTheLoop?: HumanInTheLoop;
  /** Answers for the steps that ask a model. Without it they fail as `model_unavailable`. */
  readonly models?: LanguageModels;
  /** Called after every answer of a model with what was asked and answered, secrets taken out; never waited for. */
  readonly onModelCall?: (call: ModelCall) => void;
  /** Runs Python. Without it such a step fails as `script_sandbox_unavailable`. */
  readonly scripts?: ScriptSandbox;
  /** Runs the commands of `powershell_action`. Without it such a step fails as `powershell_unavailable`. */
  readonly powershell?: Powershell;
  /** For `ctx.unique_parameters` of scripts: the inputs that stand for the login. Default: none. */
  readonly uniqueParameters?: Readonly<Record<string, JsonValue>>;
  /** Called when a wait for a person begins and when a person ends it, and never waited for. */
  readonly onHumanEvent?: (event: HumanEvent) => void;
}

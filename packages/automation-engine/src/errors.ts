import { CodedError, type JsonValue } from '@errand/foundation';
import type { LocatorExpression } from '@errand/locators';

/** A step of an automation failed. */
export abstract class AutomationError extends CodedError {}

/** No element matched in time. */
export class LocatorNotFoundError extends AutomationError {
  readonly code = 'locator_not_found';
  /** Undefined for what was looked for by another means. */
  readonly expression: LocatorExpression | undefined;

  constructor(locator: string, waitedMs: number, expression?: LocatorExpression) {
    super(
      `${locator} matched no element within ${inSeconds(waitedMs)}. Check the expression against the page shown in the evidence, or raise max_tries.`,
    );
    this.expression = expression;
  }
}

/** Several elements matched where one is needed. */
export class LocatorAmbiguousError extends AutomationError {
  readonly code = 'locator_ambiguous';
  readonly expression: LocatorExpression;

  constructor(locator: string, count: number, expression: LocatorExpression) {
    super(
      `${locator} matched ${count} elements where exactly one is needed. Narrow it, or choose one with .first, .last or .nth(i).`,
    );
    this.expression = expression;
  }
}

/** A visible text stands in several places. */
export class KeywordAmbiguousError extends AutomationError {
  readonly code = 'locator_ambiguous';

  constructor(keyword: string, count: number) {
    super(
      `${keyword} is visible in ${count} places where exactly one is needed. Give coordinates too: the place nearest to them is taken.`,
    );
  }
}

/** A coordinate with its values in place is not a number. */
export class InvalidCoordinateError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(coordinate: string) {
    super(
      `coordinates: ${JSON.stringify(coordinate)} is no number of pixels with its values in place.`,
    );
  }
}

/** The entries of `bounding_box_variables` make no box with their values in place. */
export class InvalidBoxError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(entries: readonly string[], values: string) {
    super(
      `bounding_box_variables: ${quoteList(entries)} is no box of pixels with its values in place (${values}). Give left, top, right and bottom; -1 means that there is no box.`,
    );
  }
}

/** The element is there, but never came into the state that the action needs. */
export class NotActionableError extends AutomationError {
  readonly code = 'not_actionable';

  constructor(locator: string, problem: string, waitedMs: number) {
    super(`not_actionable: ${locator} ${problem}. Waited ${inSeconds(waitedMs)}.`);
  }
}

/** The element was acted on, and that had no effect: to try it again, or on another element, might be wrong. */
export class NoEffectError extends NotActionableError {}

/** The element is of a kind that the action cannot act on, whatever it waits for. */
export class WrongElementError extends AutomationError {
  readonly code = 'not_actionable';
  override readonly retry = 'never';

  constructor(locator: string, problem: string) {
    super(`not_actionable: ${locator} ${problem}.`);
  }
}

/** A text was put into a field, which then held something else. */
export class TextNotTakenError extends AutomationError {
  readonly code = 'text_not_taken';

  constructor(locator: string, problem: string) {
    super(
      `${locator} ${problem}. Give a text that the field takes, or use fill_or_type "type", which sends keys and compares nothing.`,
    );
  }
}

/** A list has none of the wanted options. */
export class OptionNotFoundError extends AutomationError {
  readonly code = 'option_not_found';

  constructor(locator: string, wanted: readonly string[], available: readonly string[]) {
    super(
      `${locator} has no option for ${quoteList(wanted)}. It has: ${quoteList(available) || 'no options at all'}.`,
    );
  }
}

/** Several options of a list are equal to a wanted text. */
export class OptionAmbiguousError extends AutomationError {
  readonly code = 'option_ambiguous';

  constructor(locator: string, wanted: string, candidates: readonly string[]) {
    super(
      `${locator} has several options for ${quoteList([wanted])}: ${quoteList(candidates)}. Give the whole text of one, or say which is meant: "value=..." or "label=...".`,
    );
  }
}

/** A page could not be loaded. */
export class NavigationError extends AutomationError {
  readonly code = 'navigation';
  /** The reason is the end of a sentence, or the browser's own error: `net::ERR_CONNECTION_RESET`. */
  readonly failed: { readonly url: string; readonly reason: string };

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${url} could not be loaded: ${reason}.`, options);
    this.failed = { url, reason };
  }
}

/** The history of a tab has nothing before its page. */
export class NoPageBeforeError extends AutomationError {
  readonly code = 'navigation';
  override readonly retry = 'never';

  constructor() {
    super('The tab has no page before this one to go back to.');
  }
}

/** No open tab is the wanted one. */
export class TabNotFoundError extends AutomationError {
  readonly code = 'tab_not_found';

  constructor(wanted: string, openTabs: readonly string[]) {
    super(`No tab ${wanted}. Open tabs, from 0: ${quoteList(openTabs)}.`);
  }
}

/** A file to upload lies, or may lie, outside of the files of the run. */
export class FileRefusedError extends AutomationError {
  readonly code = 'file_refused';
  override readonly retry = 'never';

  constructor(path: string, problem: string) {
    super(
      `The file_path ${JSON.stringify(path)} ${problem}. Give the name of a file that the run has downloaded, or a path relative to its downloads.`,
    );
  }
}

/** The run has no such file. */
export class FileMissingError extends AutomationError {
  readonly code = 'file_missing';

  constructor(path: string, available: readonly string[]) {
    super(
      `The run has no file ${JSON.stringify(path)}. It has: ${quoteList(available) || 'no files yet'}.`,
    );
  }
}

/** Something else that was waited for did not happen in time. */
export class WaitTimeoutError extends AutomationError {
  readonly code = 'timeout';

  constructor(awaited: string, waitedMs: number) {
    super(`${awaited} did not happen within ${inSeconds(waitedMs)}.`);
  }
}

/** A download that was expected did not start, did not end, or was cancelled. */
export class DownloadMissingError extends AutomationError {
  readonly code = 'download_missing';
}

/** An extraction found nothing and `allow_none` is false. */
export class ExtractionEmptyError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(variable: string, locator: string, reason = 'matched no element') {
    super(
      `The extraction of "${variable}" found nothing: ${locator} ${reason}. Set allow_none to accept that.`,
    );
  }
}

/** A loop is to go over something that is no list. */
export class LoopSourceError extends AutomationError {
  readonly code = 'loop_source';

  constructor(name: string, value: JsonValue) {
    const type = value === null ? 'null' : typeof value;
    super(`The loop goes over ${name}, which is no list but of the type ${type}.`);
  }
}

/** No plug-in of the worker has the name that a `private_node` gives. */
export class HandlerMissingError extends AutomationError {
  readonly code = 'handler_missing';
  override readonly retry = 'never';

  constructor(name: string, known: readonly string[]) {
    super(
      `No handler is registered for ${JSON.stringify(name)}. Registered: ${quoteList(known) || 'none'}.`,
    );
  }
}

/** A plug-in failed, or answered what its node cannot use. */
export class PrivateNodeError extends AutomationError {
  readonly code = 'script_error';

  constructor(handler: string, problem: string, options?: ErrorOptions) {
    super(`The handler ${JSON.stringify(handler)} failed: ${problem}.`, options);
  }
}

/** A network_call extraction found no call, or no body in any of them, and `allow_none` is false. */
export class NetworkCallMissingError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(urlPart: string, notes?: string) {
    const problem = notes
      ? `had no body that can be extracted: ${notes}`
      : 'was made since the last interaction.';
    const subject = notes ? 'Every network call' : 'No network call';
    super(
      `${subject} to an address with ${JSON.stringify(urlPart)} ${problem} Set allow_none to accept that.`,
    );
  }
}

/** A file is not what the step can read. */
export class FileUnreadableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(filename: string, reason: string) {
    super(`The text of ${JSON.stringify(filename)} cannot be read: ${reason}.`);
  }
}

/** What an assertion says is not true. */
export class AssertionFailedError extends AutomationError {
  readonly code = 'assertion_failed';
  override readonly retry = 'never';
}

/** The automation reached a state that its author declared a failure. */
export class FailStateError extends AutomationError {
  readonly code = 'fail_state';
  override readonly retry = 'never';
}

/** Only a language model could find the target, and none is configured. */
export class ModelUnavailableError extends AutomationError {
  readonly code = 'model_unavailable';
  override readonly retry = 'never';

  constructor(instructions: string, locatorProblem?: string) {
    const reason = locatorProblem ?? 'The step has no command, xpath, coordinates or keyword.';
    super(
      `${reason} No model is configured that could find the element by its prompt_instructions ${JSON.stringify(instructions)}: give the step a command.`,
    );
  }
}

/** The step asks a model, and none is configured. */
export class ModelMissingError extends AutomationError {
  readonly code = 'model_unavailable';
  override readonly retry = 'never';

  constructor(purpose: string) {
    super(
      `The ${purpose} asks a model, and the worker has none: give it a key of a provider (GEMINI_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY) or an OPENAI_COMPATIBLE_BASE_URL.`,
    );
  }
}

/** The model's answer has nothing where the step needs something, and `allow_none` is false. */
export class AnswerEmptyError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(fields: readonly string[]) {
    super(
      fields.length === 0
        ? 'The model found none of the fields of extraction_format. Set allow_none to accept that.'
        : `The model found no value for ${quoteList(fields)}. Set allow_none to accept that.`,
    );
  }
}

/** An image that the step names is none. */
export class ImageUnreadableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(field: string, url: string) {
    super(`The ${field} ${JSON.stringify(url)} is no PNG, JPEG or WebP image.`);
  }
}

/** No locator led to the element of a step, and neither did a model. */
export class ElementNotFoundError extends AutomationError {
  readonly code = 'element_not_found';

  constructor(instructions: string, reasons: readonly string[]) {
    super(
      `The element ${JSON.stringify(instructions)} was not found. ${reasons.join(' ')} Check prompt_instructions against the page shown in the evidence.`,
    );
  }
}

/** An agent ended without having done its task, or nothing on the page confirms that it did. */
export class AgentUnfinishedError extends AutomationError {
  readonly code = 'agent_unfinished';

  constructor(task: string, reason: string) {
    super(`The agent did not finish its task ${JSON.stringify(task.slice(0, 200))}: ${reason}`);
  }
}

/** The page that the automation worked on is gone, and it was the last one. */
export class PageClosedError extends AutomationError {
  readonly code = 'page_closed';

  constructor() {
    super('The last page was closed, so there is no page to go on with.');
  }
}

/** The step works on a web page, and the run has a remote desktop in the place of a browser. */
export class PageMissingError extends AutomationError {
  readonly code = 'page_missing';
  override readonly retry = 'never';

  constructor() {
    super(
      'This step needs a web page, and the task runs on a remote desktop (rdp_parameter): act by coordinates, keyword or prompt_instructions there, or run the task without rdp_parameter.',
    );
  }
}

/** The browser or its page died under the run. */
export class BrowserCrashedError extends AutomationError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';
}

/** The run used up more than it may (`RunLimits`): a page or a site that goes on without end. */
export class LimitExceededError extends AutomationError {
  readonly code = 'limit_exceeded';

  constructor(limit: string, what: string) {
    super(`The limit ${limit} is exceeded: ${what}.`);
  }
}

/** A loop would go on after as many iterations as it may have. */
export class IterationLimitError extends AutomationError {
  readonly code = 'limit_exceeded';

  constructor(condition: string, limit: number) {
    super(
      `The loop would go on after ${limit} iterations (max_iterations): ${condition} still holds. Change what it depends on in the loop, or raise max_iterations.`,
    );
  }
}

/** The page's own scripts keep it from answering. */
export class PageUnresponsiveError extends AutomationError {
  readonly code = 'page_unresponsive';

  constructor(url: string, { waitedMs, starvedMs }: { waitedMs: number; starvedMs: number }) {
    const starved =
      starvedMs < 1000
        ? ''
        : `, of which the machine had no time for it for ${inSeconds(starvedMs)}`;
    super(
      `The page ${url} did not answer for ${inSeconds(waitedMs)}${starved}: a script of its own keeps it busy, or a regular expression of the step that takes too long for its text.`,
    );
  }
}

/** For messages: `1.5 s`. */
export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function quoteList(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

import { AutomationError, inSeconds } from '../errors.ts';

/** The automation acts on a screen, but the run has none. */
export class DesktopMissingError extends AutomationError {
  readonly code = 'desktop_unavailable';
  override readonly retry = 'infrastructure';

  constructor() {
    super(
      'The automation acts on a screen (backend "computer-vision", or browser_channel "rdp"), but the run has no display to act on.',
    );
  }
}

/** The automation starts in a browser but names no start page. */
export class StartPageMissingError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor() {
    super(
      'The url of the automation is blank: specify the page to start on, or run the task with rdp_parameter, where no page is needed.',
    );
  }
}

/** The text did not appear on the screen. */
export class KeywordNotFoundError extends AutomationError {
  readonly code = 'keyword_not_found';

  constructor(place: string, where: string, waitedMs: number) {
    super(
      `${place} was not recognised ${where} within ${inSeconds(waitedMs)}. Check it against the screen shown in the evidence, or raise max_tries.`,
    );
  }
}

/** What surrounded the point when the step was recorded is not on the screen. */
export class ScreenDiffersError extends AutomationError {
  readonly code = 'screen_differs';

  constructor(place: string, waitedMs: number) {
    super(
      `What the recording_screenshot shows around ${place} did not appear within ${inSeconds(waitedMs)}. Record the step again, raise max_tries, or set verify_before_step to false.`,
    );
  }
}

/** A recording cannot be compared with the screen. */
export class RecordingUnusableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The recording_screenshot ${problem}.`, options);
  }
}

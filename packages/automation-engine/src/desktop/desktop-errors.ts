import { AutomationError } from '../errors.ts';

/** The automation acts on a screen, and the run has none. */
export class DesktopUnavailableError extends AutomationError {
  readonly code = 'desktop_unavailable';
  override readonly retry = 'infrastructure';

  constructor() {
    super(
      'The automation acts on a screen (backend "computer-vision", or browser_channel "rdp"), and the run has no display to act on.',
    );
  }
}

/** The automation starts in a browser and does not say where. */
export class StartPageMissingError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor() {
    super(
      'The url of the automation is blank: give the page to start on, or run the task with rdp_parameter, where no page is needed.',
    );
  }
}

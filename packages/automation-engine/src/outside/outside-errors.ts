import { AutomationError } from '../errors.ts';

/** An image that the step names is none. */
export class ImageUnreadableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(field: string, url: string) {
    super(`The ${field} ${JSON.stringify(url)} is no PNG, JPEG or WebP image.`);
  }
}

import { AutomationError } from '../errors.ts';

/** The content that a step names as an image is not one. */
export class ImageUnreadableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(field: string, url: string) {
    super(`The ${field} ${JSON.stringify(url)} is not a PNG, JPEG or WebP image.`);
  }
}

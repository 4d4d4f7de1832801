import type { Response } from 'express';

export interface SentFile {
  readonly filename: string;
  readonly type: string;
  readonly content: string | Buffer;
  /** Whether the browser shows it instead of saving it. Default false. */
  readonly isInline?: boolean;
}

export function sendFile(response: Response, file: SentFile): void {
  if (file.isInline === true) {
    response.set('Content-Disposition', `inline; filename="${file.filename}"`);
  } else {
    response.attachment(file.filename);
  }
  // The page policy would block the browser's own document viewer.
  response.removeHeader('Content-Security-Policy');
  response.type(file.type).send(file.content);
}

import type { Response } from 'express';

export interface SentFile {
  readonly filename: string;
  readonly type: string;
  readonly content: string | Buffer;
  /** Shown in the browser instead of saved. Default false. */
  readonly isInline?: boolean;
}

export function sendFile(response: Response, file: SentFile): void {
  if (file.isInline === true) {
    response.set('Content-Disposition', `inline; filename="${file.filename}"`);
  } else {
    response.attachment(file.filename);
  }
  // The page policy would forbid the browser's own viewer of documents.
  response.removeHeader('Content-Security-Policy');
  response.type(file.type).send(file.content);
}

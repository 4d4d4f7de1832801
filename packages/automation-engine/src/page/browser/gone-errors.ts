/**
 * The browser and Puppeteer use several messages for a document or frame that disappeared during a
 * call.
 */
const GONE_WORDS =
  /detached|execution context|context with specified id|uniqueContextId|context they were created|same JavaScript world|disposed|(?:node|object) with given id|promise was collected|target closed|session closed|navigated or closed/i;

/** Whether a call in the page failed because its document, frame or page is gone. */
export function isDocumentGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The engine's own errors have a string as their code, the browser's a number or none.
  const isOurs = 'code' in error && typeof error.code === 'string';
  return !isOurs && GONE_WORDS.test(error.message);
}

/** Whether a call failed because its page or frame, or the whole browser, is gone. */
export function isTargetGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TargetCloseError' || error.name === 'ConnectionClosedError';
}

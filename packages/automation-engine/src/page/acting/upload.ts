import { abortable } from '@errand/foundation';
import type { CDPSession, ElementHandle, JSHandle, Protocol } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { NotActionableError, WrongElementError } from '../../errors.ts';
import { frameSession } from '../browser/frame-session.ts';
import { type ActingElement, adaptNeeds, onElement, toPinnedPoint } from './acting-element.ts';
import { callOn, handleOn } from '../browser/call-in-page.ts';
import { clickAt, clickNeeds } from './pointing.ts';

/** A page may call its server before it opens the file chooser. */
const CHOOSER_OPENS_WITHIN_MS = 3000;

/**
 * Gives the files to the field. Any other element is clicked, and the files go to the file chooser
 * that opens.
 */
export async function upload(element: ActingElement, paths: readonly string[]): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = { ...adaptNeeds(element, clickNeeds), isGuarded: false, timeoutMs };
    const ready = await callOn(handle, 'uploadReadiness', needs, paths.length);
    if (ready.state === 'file-field') return giveFiles(element, handle, paths);
    if (ready.state !== 'ready') return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    if (typeof point === 'string') return { state: 'blocked', problem: point } as const;
    return { ...ready, point, frame: handle.frame };
  });
  if (readiness.state === 'file-field') return;
  const session = frameSession(readiness.frame);
  try {
    const chooser = await openChooser(element, session, () => clickAt(element, readiness.point));
    if (chooser.mode === 'selectSingle' && paths.length > 1) {
      throw new WrongElementError(element.locator, oneFileOnly(paths.length));
    }
    await session.send('DOM.setFileInputFiles', {
      files: [...paths],
      backendNodeId: chooser.field,
    });
  } finally {
    // The frame may be gone. If not, this restores the browser's own dialog for a person at the
    // live view.
    session.send('Page.setInterceptFileChooserDialog', { enabled: false }).catch(() => undefined);
  }
}

function oneFileOnly(count: number): string {
  return `opened a file chooser for one file (its field has no \`multiple\`), but the step gives it ${count}`;
}

async function giveFiles(
  { onAct }: ActingElement,
  handle: ElementHandle,
  paths: readonly string[],
) {
  await using field = await handleOn(handle, 'fileFieldOf');
  // The page has changed what the element is, or what it labels.
  if (!isFieldHandle(field)) return { state: 'detached' } as const;
  onAct?.();
  await field.uploadFile(...paths);
  return { state: 'file-field' } as const;
}

function isFieldHandle(handle: JSHandle): handle is ElementHandle<HTMLInputElement> {
  return handle.asElement() !== null;
}

interface Chooser {
  readonly field: Protocol.DOM.BackendNodeId;
  readonly mode: Protocol.Page.FileChooserOpenedEvent['mode'];
}

/** Returns the field that the chooser is for. */
async function openChooser(
  { deadline, locator }: ActingElement,
  session: CDPSession,
  click: () => Promise<void>,
): Promise<Chooser> {
  const { signal } = deadline;
  const opened = Promise.withResolvers<Chooser | undefined>();
  const onOpened = ({ backendNodeId, mode }: Protocol.Page.FileChooserOpenedEvent) =>
    opened.resolve(backendNodeId === undefined ? undefined : { field: backendNodeId, mode });
  session.on('Page.fileChooserOpened', onOpened);
  try {
    await abortable(session.send('Page.setInterceptFileChooserDialog', { enabled: true }), signal);
    await click();
    const isOpen = await settlesWithin(opened.promise, CHOOSER_OPENS_WITHIN_MS, signal);
    const chooser = isOpen ? await opened.promise : undefined;
    if (chooser) return chooser;
  } finally {
    session.off('Page.fileChooserOpened', onOpened);
  }
  const problem = 'is not a file field, and clicking it opened no file chooser';
  throw new NotActionableError(locator, problem, deadline.elapsedMs());
}

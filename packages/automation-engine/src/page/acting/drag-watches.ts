import type { ElementHandle, Frame } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import type { DragState } from '../in-page/drag-watch.ts';
import { callIn, callOn } from '../browser/call-in-page.ts';

/** A page has reacted to the pointer once nothing in it has changed for this long. */
const RESTS_FOR_MS = 100;
const RESTS_WITHIN_MS = 600;
/** A document that does not respond within this time counts as gone or hung. */
const ANSWERS_WITHIN_MS = 1500;

/** What a drag does in the documents that it touches. */
export interface DragWatches {
  readonly begin: (handle: ElementHandle) => Promise<void>;
  /** Undefined for a document that is gone or was replaced. */
  readonly read: () => Promise<(DragState | undefined)[]>;
  /** Waits until the document of the frame has reacted to the pointer. */
  readonly rest: (frame: Frame) => Promise<void>;
  readonly end: () => Promise<void>;
}

export function createDragWatches(signal: AbortSignal): DragWatches {
  const frames = new Set<Frame>();
  const answered = async <Value>(question: Promise<Value>): Promise<Value | undefined> => {
    let answer: Value | undefined;
    // The drag itself may have ended the document.
    const asked = question
      .then((value) => (answer = value))
      .catch((error: unknown) => {
        if (!isDocumentGone(error)) throw error;
      });
    await settlesWithin(asked, ANSWERS_WITHIN_MS, signal);
    return answer;
  };
  return {
    async begin(handle) {
      if (frames.has(handle.frame)) return;
      frames.add(handle.frame);
      await callOn(handle, 'watchDrag');
    },
    read: () => Promise.all([...frames].map((frame) => answered(callIn(frame, 'readDrag')))),
    async rest(frame) {
      await answered(callIn(frame, 'waitForUnchanged', RESTS_FOR_MS, RESTS_WITHIN_MS));
    },
    async end() {
      await Promise.allSettled([...frames].map((frame) => answered(callIn(frame, 'endDragWatch'))));
    },
  };
}

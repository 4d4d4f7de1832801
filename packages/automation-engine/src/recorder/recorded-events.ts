import type { Note } from './notes.ts';

interface Happened {
  /** The browser's ID of the page. */
  readonly page: string;
  /** In milliseconds, as from `Date.now`. */
  readonly at: number;
}

/** What a document reported. */
export interface NoteEvent extends Happened {
  readonly kind: 'note';
  /** Identifies the document; gestures and elements are numbered in it. */
  readonly document: string;
  /** Locator that enters the frame, with a dot at its end; empty for the page itself. */
  readonly frame: string;
  readonly url: string;
  readonly note: Note;
}

export type DialogType = 'alert' | 'beforeunload' | 'confirm' | 'prompt';

/** Everything that makes up a recording, in the order in which it happened. */
export type RecordedEvent =
  | NoteEvent
  | (Happened & { readonly kind: 'page-opened'; readonly isByPage: boolean })
  | (Happened & { readonly kind: 'page-closed' })
  | (Happened & {
      readonly kind: 'navigated';
      readonly url: string;
      readonly way: 'typed' | 'reload' | 'back' | 'forward' | 'other';
      /** How many history entries it went back; negative if it went forward or to a new entry. */
      readonly entries: number;
    })
  /** Files were given to a field outside the document, which reports no change. */
  | (Happened & { readonly kind: 'detached-upload'; readonly names: readonly string[] })
  | (Happened & {
      readonly kind: 'dialog';
      readonly type: DialogType;
      readonly isAccepted: boolean;
      /** A prompt for a secret. Its text is never kept. */
      readonly isSecret: boolean;
      /** What the person typed into a prompt. */
      readonly text?: string | undefined;
    })
  | (Happened & { readonly kind: 'download' });

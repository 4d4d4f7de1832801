import type { RankedCandidate } from '@errand/locators/ranking';

/** An element that a person acted on, as it was just before the page reacted. */
export interface TargetNote {
  /** Number of the element in its document. */
  readonly id: number;
  readonly tag: string;
  /** `type` of an input; otherwise empty. */
  readonly inputType: string;
  readonly role: string;
  /** What the element is called: its accessible name, placeholder, name or id. Never its value. */
  readonly label: string;
  readonly candidates: readonly RankedCandidate[];
  /** Locators inside the row of the open loop that contains the element. */
  readonly inRow?: readonly RankedCandidate[] | undefined;
  /** A field whose value never leaves the page. */
  readonly isSecret: boolean;
  /** A secret field for a one-time code, or for one character of it. */
  readonly isCode?: boolean | undefined;
  /** Missing if the element existed before the first act in its document. */
  readonly appeared?: Appearance | undefined;
}

/** How an element came into its document. */
export interface Appearance {
  /** Number, within its document, of the change that added the element, perhaps with others. */
  readonly addition: number;
  /** Time since the act before that change. */
  readonly afterMs: number;
}

/** A point of an element, from the top left corner inside its border. */
export interface PointNote {
  readonly x: number;
  readonly y: number;
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** What a person's next click means. `record`: an ordinary click. */
export type PointMode = 'record' | 'extract' | 'assert' | 'each';

interface Acted {
  /** Number, within its document, of the button or key press that it belongs to. */
  readonly gesture: number;
  readonly target: TargetNote;
  /** Where the pointer rested on the way, which may have made the page show the target. */
  readonly hovered?: readonly TargetNote[] | undefined;
}

export interface ClickNote extends Acted {
  readonly kind: 'click';
  readonly button: 'left' | 'middle' | 'right';
  /** The second click on the element within a short time. */
  readonly isDouble: boolean;
  readonly modifiers: readonly Modifier[];
  /** Set only if the position within the element matters. */
  readonly position?: PointNote | undefined;
}

export interface DragNote extends Acted {
  readonly kind: 'drag';
  readonly position: PointNote;
  readonly onto?: { readonly target: TargetNote; readonly position: PointNote } | undefined;
  readonly offset: PointNote;
}

export interface PointedNote extends Acted {
  readonly kind: 'pointed';
  readonly mode: Exclude<PointMode, 'record'>;
  /** Number of the mode choice that this click belongs to. */
  readonly choice: number;
  readonly text: string;
  readonly isTable: boolean;
  /** The page's description of the text; may be empty. */
  readonly heading: string;
  /** State of a checkbox, a radio button or a switch. */
  readonly isChecked?: boolean | undefined;
  /** Whether the text is the value of a field. */
  readonly isField: boolean;
  /** Locator of all rows like the one that contains the element; only in the mode `each`. */
  readonly rows?: { readonly command: string; readonly count: number } | undefined;
}

export interface SecretNote extends Acted {
  readonly kind: 'secret';
  /** Numbers of the elements that received its first characters, before its field opened. */
  readonly begunOn?: readonly number[] | undefined;
}

/** What the recorder's script in a document reports. */
export type Note =
  /** `isLate`: the person had acted in the document before the script ran. */
  | { readonly kind: 'hello'; readonly isLate: boolean }
  /** The pointer has entered the document of a frame for the first time. */
  | { readonly kind: 'entered' }
  /** The document ends, perhaps because the tab is closed. */
  | { readonly kind: 'left'; readonly isByPage: boolean }
  | { readonly kind: 'fault'; readonly message: string }
  /** A key or a button that goes back or forward in the history, if there is such an entry. */
  | { readonly kind: 'history' }
  | ClickNote
  | DragNote
  | PointedNote
  | (Acted & { readonly kind: 'fill'; readonly value: string; readonly isTyped: boolean })
  | SecretNote
  /** A field with text that the person typed has become secret. */
  | (Omit<SecretNote, 'gesture' | 'hovered' | 'kind'> & { readonly kind: 'hidden' })
  | (Acted & { readonly kind: 'set'; readonly value: string })
  | (Acted & { readonly kind: 'check'; readonly isChecked: boolean })
  | (Acted & { readonly kind: 'select'; readonly labels: readonly string[] })
  | (Acted & { readonly kind: 'upload'; readonly names: readonly string[] })
  | (Acted & {
      readonly kind: 'keys';
      readonly keys: readonly string[];
      readonly isOnPage: boolean;
      /**
       * Tab in a field, which matters only if nothing else takes the focus from the field; or Enter in
       * an editor, which matters only if no text follows that contains the line break.
       */
      readonly isLeaving?: boolean | undefined;
    })
  /** The whole text of a field that the first key opened, as in a grid: the target is its cell. */
  | (Acted & { readonly kind: 'letters'; readonly text: string; readonly isOnPage: false })
  | (Acted & {
      readonly kind: 'scroll';
      /** Number, within its document, of the scrolling that it is part of. */
      readonly scrolling: number;
      readonly isOnPage: boolean;
      readonly direction: 'up' | 'down' | 'left' | 'right';
      readonly pixels: number;
    });

/** The notes that report what a person did. */
export type ActedNote = Extract<Note, { readonly gesture: number }>;

/** The functions that the recorder calls in a document. */
export interface ErrandRecorder {
  /** `choice`: how many modes have been chosen so far. */
  readonly pointAt: (mode: PointMode, choice: number) => void;
  /** `rows`: command of the rows of the open loop; empty when there is none. */
  readonly setLoop: (rows: string) => void;
  /** The best locator of an iframe in this document. */
  readonly nameFrame: (frame: Element) => string;
  /** Looks at the fields that were typed into: a page may have covered their text since. */
  readonly look: () => void;
}

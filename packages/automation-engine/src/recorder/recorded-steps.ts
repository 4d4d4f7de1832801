import type { RankedCandidate } from '@errand/locators/ranking';
import type { DialogType } from './recorded-events.ts';
import type { Modifier, PointNote, PointedNote, TargetNote } from './notes.ts';

/** An element and how to reach it. */
export interface Place {
  /** Locator that enters the frame, with a dot at its end; empty for the page itself. */
  readonly frame: string;
  readonly target: TargetNote;
  /** Whether the locators of the row are used. */
  readonly isInRow: boolean;
}

/** What a step does. */
export type Act =
  | {
      readonly kind: 'click';
      readonly button: 'left' | 'middle' | 'right';
      readonly isDouble: boolean;
      readonly modifiers: readonly Modifier[];
      readonly position?: PointNote | undefined;
    }
  | {
      readonly kind: 'drag';
      readonly position: PointNote;
      readonly onto?: { readonly place: Place; readonly position: PointNote } | undefined;
      readonly offset: PointNote;
    }
  | {
      readonly kind: 'fill';
      readonly value: string;
      readonly isTyped: boolean;
      readonly hasEnter: boolean;
      /** Whether the person emptied the field first. */
      readonly hasCleared?: boolean | undefined;
    }
  | {
      readonly kind: 'secret';
      readonly hasEnter: boolean;
      /** A one-time code that the page distributes among several boxes. */
      readonly isSpread?: boolean | undefined;
    }
  | { readonly kind: 'set'; readonly value: string }
  | { readonly kind: 'check'; readonly isChecked: boolean }
  | { readonly kind: 'select'; readonly labels: readonly string[] }
  | { readonly kind: 'upload'; readonly names: readonly string[] }
  /** Typed without a field, as in a grid. */
  | { readonly kind: 'letters'; readonly text: string; readonly isOnPage: boolean }
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly isOnPage: boolean }
  | {
      readonly kind: 'scroll';
      readonly scrolling: number;
      readonly isOnPage: boolean;
      readonly direction: 'up' | 'down' | 'left' | 'right';
      readonly pixels: number;
    }
  | { readonly kind: 'extract'; readonly pointed: PointedNote }
  | { readonly kind: 'assert'; readonly pointed: PointedNote }
  | { readonly kind: 'loop'; readonly rows: string }
  | { readonly kind: 'end-loop' }
  | { readonly kind: 'go'; readonly url: string; readonly hasNewTab: boolean }
  | { readonly kind: 'back' }
  | { readonly kind: 'close' }
  | { readonly kind: 'switch'; readonly index: number };

export type ActOf<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>;

/** How the person answered the dialogs of a step. */
export interface RecordedDialog {
  readonly type: DialogType;
  readonly isAccepted: boolean;
  /** Only for a prompt: what the person typed. */
  readonly text?: string | undefined;
}

/** A step of a recording, before it becomes a node. */
export interface Step {
  act: Act;
  readonly place?: Place | undefined;
  /** Where the pointer rested before. Used only if the step fails in a replay. */
  readonly hovered?: readonly Place[] | undefined;
  readonly page: string;
  /** Without the query, which may contain something private. */
  readonly pageUrl: string;
  readonly at: number;
  /** The gesture that caused it, with its document; empty if none did. */
  readonly gesture: string;
  /** The element that it acts on, with its document; empty if there is none. */
  readonly element: string;
  hasNewTab: boolean;
  hasDownload: boolean;
  dialog?: RecordedDialog;
}

export type AddStep = (page: string, act: Act, more?: Partial<Step>) => void;

/** Returns the address without its query and fragment, which may be private, and without a login. */
export function publicAddress(url: string): string {
  return withoutLogin(url).split(/[?#]/, 1)[0] ?? '';
}

export const LOGIN_LEFT_OUT =
  'An address contained a user name and a password, which are left out of the recording.';

/** Returns the address without the user name and the password that it may contain. */
export function withoutLogin(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}

/** The candidates of a step's element: those in the row, or those in the document. */
export function candidatesOf({ place }: Pick<Step, 'place'>): readonly RankedCandidate[] {
  if (!place) return [];
  return (place.isInRow ? place.target.inRow : undefined) ?? place.target.candidates;
}

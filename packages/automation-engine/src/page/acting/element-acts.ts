import type { KeyInput } from 'puppeteer';
import type { TypedText } from '../../secrets/typed-text.ts';
import type { Modifier } from '../pages/pointer.ts';
import type { ActingElement } from './acting-element.ts';

export interface ClickOptions {
  readonly button?: 'left' | 'middle' | 'right' | undefined;
  /** 2 is a double click. Default 1. */
  readonly count?: number | undefined;
  /** Clicks without waiting for the element to be visible, stable, enabled and uncovered. */
  readonly force?: boolean | undefined;
  /** Clicks the point this far (CSS pixels) from the centre of the element, whatever is there. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
  /**
   * Clicks this point (CSS pixels) from the top left corner inside the element's border. Not for
   * targets that are points.
   */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** DOM names of keys that are held during the click. Default: none. */
  readonly modifiers?: readonly Modifier[] | undefined;
  /** How long the button stays pressed. Default 0. */
  readonly holdMs?: number | undefined;
}

/** Where a drag begins and ends: at a destination or a distance. */
export interface DropPlace {
  /**
   * Point of the dragged element, from the top left corner inside its border. Default: the centre.
   */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** Opens the element to drop onto, which gets this share (0 to 1) of the step's time. */
  readonly onto?: ((share: number) => Promise<ActingElement>) | undefined;
  /** Point of the destination, from the top left corner inside its border. Default: the centre. */
  readonly ontoPosition?: { readonly x: number; readonly y: number } | undefined;
  /** Distance of the drop from where the drag began, in CSS pixels. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
  /** How long the button is pressed before the first move. Default 0. */
  readonly holdMs?: number | undefined;
  /** Called once the element can be dragged: later failures are not about finding it. */
  readonly onReady?: (() => void) | undefined;
}

export interface InputOptions {
  /** Clicks the field first instead of only focusing it, unless something covers it. */
  readonly isClickedFirst?: boolean;
}

/** An option that is not disabled. */
export interface ListOption {
  readonly value: string;
  readonly label: string;
}

/**
 * The one element a target names. Each method finds it, waits until it can be acted on, and acts.
 */
export interface TargetElement {
  readonly click: (options?: ClickOptions) => Promise<void>;
  readonly focus: (options?: InputOptions) => Promise<void>;
  /**
   * Replaces the whole value at once; the page gets input and change events. Throws
   * `TextNotTakenError`.
   */
  readonly fill: (text: TypedText, options?: InputOptions) => Promise<void>;
  /** Sends key events for each character; existing text is kept. */
  readonly type: (text: TypedText, options?: InputOptions) => Promise<void>;
  /** Moves a slider to a number. */
  readonly slide: (text: string) => Promise<void>;
  /** Presses one key on the element, by its DOM name: `Enter`. */
  readonly press: (key: KeyInput) => Promise<void>;
  /**
   * Selects options that are equal to the texts. Throws `OptionNotFoundError`,
   * `OptionAmbiguousError`.
   */
  readonly selectOptions: (wanted: readonly (string | ListOption)[]) => Promise<void>;
  /** The options of a list that can be chosen. */
  readonly readOptions: () => Promise<readonly ListOption[]>;
  readonly setChecked: (isChecked: boolean) => Promise<void>;
  /**
   * Sets a control of any kind to a value. Throws `ValueNotTakenError`, and the errors of its kind.
   */
  readonly setValue: (text: TypedText) => Promise<void>;
  readonly hover: () => Promise<void>;
  /**
   * Drags it with the mouse. Its errors say whether they are about the source or the destination.
   */
  readonly dragTo: (drop: DropPlace) => Promise<void>;
  /** Scrolls everything around it until it is in view. */
  readonly scrollIntoView: () => Promise<void>;
  /** Focuses it and presses keys together, given by their `key_press` names. */
  readonly pressTogether: (keys: readonly string[]) => Promise<void>;
  /**
   * Gives the files to a file field, or to the file chooser that a click on the element opens.
   * Throws `WrongElementError` when several files go to a field that takes one.
   */
  readonly upload: (paths: readonly string[]) => Promise<void>;
}

export interface ScrollDistance {
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** CSS pixels, or as far as scrolling goes. */
  readonly pixels: number | 'to-the-end';
}

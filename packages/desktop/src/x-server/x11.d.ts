/** The part of the package used here; it ships no types. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export type Callback<Answer> = (
    error: Error | null | undefined,
    answer: Answer,
  ) => boolean | void;

  export interface Image {
    readonly depth: number;
    readonly data: Buffer;
  }

  export interface PointerState {
    readonly rootX: number;
    readonly rootY: number;
    /** Bit 0 is Shift, 1 Lock, 2 Control, 8 to 12 the buttons. */
    readonly keyMask: number;
  }

  export interface WindowTree {
    /** From the lowest to the topmost. */
    readonly children: readonly number[];
  }

  export interface WindowAttributes {
    /** 2: the window and all its ancestors are mapped. */
    readonly mapState: number;
    /** 1 draws, 2 only receives input. */
    readonly klass: number;
  }

  export interface Geometry {
    readonly xPos: number;
    readonly yPos: number;
    readonly width: number;
    readonly height: number;
  }

  export interface XTest {
    readonly KeyPress: number;
    readonly KeyRelease: number;
    readonly ButtonPress: number;
    readonly ButtonRelease: number;
    readonly MotionNotify: number;
    // Order as in the protocol.
    FakeInput(
      type: number,
      detail: number,
      delayMs: number,
      root: number,
      x: number,
      y: number,
    ): void;
  }

  export interface XClient extends EventEmitter {
    /** Atom numbers of names on this display, as far as known. */
    atoms: Readonly<Record<string, number>>;
    require(name: 'xtest', callback: Callback<XTest>): void;
    sync(callback: Callback<void>): void;
    GetImage(...args: [...area: number[], planes: number, callback: Callback<Image>]): void;
    QueryPointer(window: number, callback: Callback<PointerState>): void;
    QueryTree(window: number, callback: Callback<WindowTree>): void;
    GetWindowAttributes(window: number, callback: Callback<WindowAttributes>): void;
    GetGeometry(window: number, callback: Callback<Geometry>): void;
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void;
    SetSelectionOwner(owner: number, selection: number, time: number): void;
    GetSelectionOwner(selection: number, callback: Callback<number>): void;
    QueryKeymap(callback: Callback<Uint8Array>): void;
    GetKeyboardMapping(first: number, count: number, callback: Callback<number[][]>): void;
    ChangeKeyboardMapping(first: number, keysymsPerKeycode: number, keysyms: number[]): void;
    terminate(): void;
  }

  export interface XDisplay {
    readonly client: XClient;
    readonly min_keycode: number;
    readonly max_keycode: number;
    readonly screen: readonly {
      readonly root: number;
      readonly root_depth: number;
      readonly pixel_width: number;
      readonly pixel_height: number;
    }[];
  }

  interface ClientOptions {
    readonly display: string;
    readonly stream: Duplex;
    readonly auth: { readonly name: string; readonly data: string };
  }

  const client: {
    createClient(options: ClientOptions, callback: Callback<XDisplay>): XClient;
  };
  export default client; // oxlint-disable-line import/no-default-export -- CommonJS exports arrive as the default.
}

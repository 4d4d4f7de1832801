/** Which folders of one source root may import which. */
export interface Floors {
  /**
   * Files directly in the root, and folders, that every folder may import. They import only one
   * another.
   */
  readonly ground?: readonly string[];
  /**
   * Each folder (or file directly in the root, with its extension) with everything that it may
   * import besides the ground. A row names only rows above it, so there are no cycles. A file
   * without a row is on top: it may import everything, and no row may import it.
   */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** Source roots, as paths in the repository. */
export type ImportTable = Readonly<Record<string, Floors>>;

/** A static or type import of one file by another, as paths in the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

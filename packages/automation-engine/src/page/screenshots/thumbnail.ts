/** A small JPEG with its size in pixels. */
export interface Thumbnail {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

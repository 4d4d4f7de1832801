/** Pixels of a length in `rem`, which depends on the font size that the reader has set. */
export const pixelsOf = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

// Expressions that the oracle evaluates in the page.

export const textOf = (selector: string): string =>
  `document.querySelector(${JSON.stringify(selector)}).textContent.trim()`;

export const valueOf = (selector: string): string =>
  `document.querySelector(${JSON.stringify(selector)}).value`;

/** Texts of all matches, in document order. */
export const textsOf = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => element.textContent.trim())`;

/** Whether a match is drawn. */
export const isVisible = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))`;

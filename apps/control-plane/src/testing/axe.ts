import axe from 'axe-core';

/** Script that puts axe-core into a page. */
export const AXE = axe.source;

/** Describing what is right, and where, takes axe-core longer than finding faults. */
const FAULTS_ONLY = { resultTypes: ['violations'], selectors: false };

/** Expression for a page: the faults in an element, one text each. `rules`: default all. */
export function findFaults(selector: string, rules?: readonly string[]): string {
  const options = { ...FAULTS_ONLY, ...(rules && { runOnly: rules }) };
  return `axe.run(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(options)}).then(
    ({ violations }) => violations.map(({ id, nodes: [{ html, failureSummary }] }) =>
      [id, html, failureSummary].join(' ')))`;
}

/** How the expressions in an exported recording begin that only wait for the page. */
export const WAIT_MARK = '/* Errand waits */';

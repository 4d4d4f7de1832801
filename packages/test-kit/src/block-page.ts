/** Path that a server of test pages leaves without a response. */
export const NEVER = '/never';

/**
 * An expression that blocks its page forever, as an endless loop does, but without keeping a core
 * from other tests. The page must be of a server that leaves `NEVER` without a response.
 */
export const BLOCK = `(() => { const endless = new XMLHttpRequest();
  endless.open('GET', '${NEVER}', false); endless.send(); })()`;

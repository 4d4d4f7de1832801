export { createConnectionProblems, type ConnectionProblems } from './connection-problems.ts';
export { createBrowserNetwork, type BrowserNetwork } from './create-browser-network.ts';
export { openBrowserRelay, type BrowserRelay, type RelayOptions } from './open-browser-relay.ts';

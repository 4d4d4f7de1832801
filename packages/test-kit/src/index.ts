export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { findChromium } from './find-chromium.ts';
export { openBrowser, openPage, type TestBrowser, type TestPage } from './open-browser.ts';
export { pollUntil } from './poll-until.ts';
export { startControlPlane, type TestControlPlane } from './start-control-plane.ts';
export { startOwnPostgres, type OwnPostgres } from './start-own-postgres.ts';
export { startCuttableProxy, type CuttableProxy } from './start-cuttable-proxy.ts';

export { BLOCK, NEVER } from './block-page.ts';
export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { failToStart } from './fail-to-start.ts';
export { findChromium } from './find-chromium.ts';
export { limitMemory, type MemoryLimit } from './limit-memory.ts';
export { openBrowser, openPage, type TestBrowser, type TestPage } from './open-browser.ts';
export { pollUntil } from './poll-until.ts';
export { startControlPlane, type TestControlPlane } from './start-control-plane.ts';
export { startForwardProxy, type ForwardProxy } from './start-forward-proxy.ts';
export { startOwnPostgres, type OwnPostgres } from './start-own-postgres.ts';
export { startCuttableProxy, type CuttableProxy } from './start-cuttable-proxy.ts';
export { startPgbouncer } from './start-pgbouncer.ts';
export { startSlackServer, type SlackPost } from './message-servers/start-slack-server.ts';
export { startTwilioServer, type TextMessage } from './message-servers/start-twilio-server.ts';
export {
  startTraceCollector,
  type CollectedSpan,
  type TraceCollector,
} from './start-trace-collector.ts';
export { startConnectServer, type ConnectVaults } from './vaults/start-connect-server.ts';
export { startSecretsManagerServer } from './vaults/start-secrets-manager-server.ts';
export type { VaultServer } from './vaults/serve-vault.ts';
export { isListening } from './server-process/is-listening.ts';
export { listImports } from './list-imports.ts';

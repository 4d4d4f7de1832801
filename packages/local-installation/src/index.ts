export { createApiClient, type ApiClient } from './api-client.ts';
export { findRunningInstallation } from './data-directory.ts';
export { createApiKey, runOperatorCommand } from './operator-command.ts';
export { PORT_SETTINGS } from './ports.ts';
export { makeControlPlaneSecrets, type ControlPlaneSecrets } from './secrets.ts';
export { startControlPlane, type ControlPlane } from './start-control-plane.ts';
export type { AppSettings } from './start-apps.ts';
export { startOwnDatabase } from './start-database.ts';
export {
  startInstallation,
  type Installation,
  type SampleSubmission,
} from './start-installation.ts';
export { startLocalInference } from './start-local-inference.ts';
export { startStreamGateway, type StreamGatewayOptions } from './start-stream-gateway.ts';
export { startWorker } from './start-worker.ts';

export { createApiClient, type ApiClient } from './api-client.ts';
export { openDataDirectory, readSecrets, type DataDirectory } from './data-directory.ts';
export { createApiKey, runOperatorCommand } from './operator-command.ts';
export { choosePorts, PORT_SETTINGS, type PortSetting, type Ports } from './ports.ts';
export { makeControlPlaneSecrets, type ControlPlaneSecrets } from './secrets.ts';
export { startControlPlane, type ControlPlane } from './start-control-plane.ts';
export { startLocalInference } from './start-local-inference.ts';
export { startStreamGateway, type StreamGatewayOptions } from './start-stream-gateway.ts';
export { startWorker } from './start-worker.ts';

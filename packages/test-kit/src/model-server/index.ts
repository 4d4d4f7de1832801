export type { ReceivedModelRequest, ScriptedAnswer } from './model-request.ts';
export { startModelServer, type ModelServer } from './start-model-server.ts';

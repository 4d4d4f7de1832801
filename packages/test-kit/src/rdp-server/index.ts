export { startRdpServer, type RdpServer } from './start-rdp-server.ts';

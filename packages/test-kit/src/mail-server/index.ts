export { startMailServer, type MailServer } from './start-mail-server.ts';

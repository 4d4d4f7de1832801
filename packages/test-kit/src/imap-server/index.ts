export { startImapServer, type ImapServer } from './start-imap-server.ts';

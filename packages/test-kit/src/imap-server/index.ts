export { makeCertificate } from './make-certificate.ts';
export { startImapServer, type ImapServer } from './start-imap-server.ts';

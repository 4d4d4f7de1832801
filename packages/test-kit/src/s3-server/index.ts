export { installS3Server } from './install-s3-server.ts';
export { startS3Server, type S3Server } from './start-s3-server.ts';

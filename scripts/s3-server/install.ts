// Installs the S3 server of the tests where it is missing; a machine that has it is left alone.
import { installS3Server } from '@errand/test-kit/s3-server';

await installS3Server();

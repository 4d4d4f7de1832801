// Installs the S3 server of the tests. A no-op if it is installed.
import { installS3Server } from '@errand/test-kit/s3-server';

await installS3Server();

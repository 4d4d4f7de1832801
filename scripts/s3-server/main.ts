// Runs the S3 server of the tests in the foreground: node scripts/s3-server/main.ts [--directory D] [--port P]
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startS3Server } from '@errand/test-kit/s3-server';

const { values } = parseArgs({
  options: { directory: { type: 'string' }, port: { type: 'string' } },
});
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);

await using server = await startS3Server({
  ...(values.directory !== undefined && { directory: values.directory }),
  ...(values.port !== undefined && { port: parsePort(values.port) }),
});
const { endPoint, port, accessKey, secretKey, region } = server;
console.log(JSON.stringify({ url: `http://${endPoint}:${port}`, region, accessKey, secretKey }));
await stop;

function parsePort(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
  throw new Error(`--port is "${text}": it has to be a whole number from 1 to 65535.`);
}

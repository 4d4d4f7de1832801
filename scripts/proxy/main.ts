// Puts this machine's nginx with infra/proxy/errand.conf in front of an installation like that of
// `npm start`, and shows that clients, workers and viewers get through: live events, even after a
// long silence, a large upload and download, and the screen of a task. Prints a table, and exits
// with 1 unless every line is as expected. Takes about two minutes. Needs nginx and openssl.
// usage: main.ts
import { findFreePorts } from '@errand/app-runtime';
import { createApiClient, PORT_SETTINGS, startInstallation } from '@errand/local-installation';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { checkEvents } from './check-events.ts';
import { checkTransfer, UPLOAD_BYTES } from './check-transfer.ts';
import { prepareNginx } from './start-nginx.ts';
import { startSite } from './start-site.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-proxy-'));
const [port = 0, ...free] = await findFreePorts(PORT_SETTINGS.length + 1);
const ports = Object.fromEntries(PORT_SETTINGS.map((name, index) => [name, String(free[index])]));
const url = `https://127.0.0.1:${port}`;
try {
  await using site = await startSite(UPLOAD_BYTES);
  await using nginx = prepareNginx(directory, port);
  nginx.start({
    controlPlane: Number(ports['API_PORT']),
    gateway: Number(ports['STREAM_PORT']),
  });
  const { certificateFile } = nginx;
  setDefaultCACertificates([
    ...getCACertificates('default'),
    readFileSync(certificateFile, 'utf8'),
  ]);
  await using installation = await startInstallation({
    dataDirectory: join(directory, 'data'),
    autoPorts: false,
    environment: { ...process.env, ...ports, NODE_EXTRA_CA_CERTS: certificateFile },
    workers: 1,
    slots: undefined,
    settings: {
      'control-plane': {
        PUBLIC_URL: url,
        STREAM_PUBLIC_URL: `wss://127.0.0.1:${port}/screens`,
        TRUSTED_PROXIES: 'loopback',
      },
      'stream-gateway': { ALLOWED_ORIGINS: url },
      worker: {},
      'local-inference': {},
    },
  });
  const { apiKey } = installation;
  const client = { url, apiKey, api: createApiClient(url, apiKey), siteUrl: site.url, nginx };
  const rows = [...(await checkTransfer(client)), ...(await checkEvents(client))];
  for (const { what, result, isGood } of rows) {
    console.log(`${isGood ? 'ok    ' : 'WRONG '} ${what.padEnd(34)} ${result}`);
  }
  process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

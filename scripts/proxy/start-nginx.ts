import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SITE = new URL('../../infra/proxy/errand.conf', import.meta.url);

/** A request that nginx passed on. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** Length of the request, including its header. */
  readonly bytes: number;
}

export interface Nginx extends AsyncDisposable {
  /** PEM of nginx's certificate, which is for 127.0.0.1. */
  readonly certificateFile: string;
  readonly start: (upstreams: { readonly controlPlane: number; readonly gateway: number }) => void;
  readonly requests: () => readonly ProxiedRequest[];
}

/** Prepares the shipped site with local addresses and its own certificate. */
export function prepareNginx(directory: string, port: number): Nginx {
  const certificateFile = join(directory, 'fullchain.pem');
  const subject = ['-subj', '/CN=errand', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(directory, 'privkey.pem'), '-out', certificateFile];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
  const log = join(directory, 'requests');
  writeFileSync(log, '');
  const running: ReturnType<typeof spawn>[] = [];
  return {
    certificateFile,

    start({ controlPlane, gateway }) {
      const site = readFileSync(SITE, 'utf8')
        .replaceAll('control-plane:8080', `127.0.0.1:${controlPlane}`)
        .replaceAll('gateway:8081', `127.0.0.1:${gateway}`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replaceAll('/etc/nginx/tls', directory)
        .replace('/var/log/nginx/access.log errand', `${log} short`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${directory}/${name};`)
        .join(' ');
      const logging = `log_format short '$request_method $uri $request_length';`;
      const file = join(directory, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${directory}/pid; events {} http { ${logging} ${temporary}\n${site}}`,
      );
      running.push(spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'inherit' }));
    },

    requests: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => {
          const [method = '', path = '', bytes] = line.split(' ');
          return { method, path, bytes: Number(bytes) };
        }),

    async [Symbol.asyncDispose]() {
      for (const nginx of running) {
        nginx.kill();
        await once(nginx, 'exit');
      }
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A test vault on its own port. */
export interface VaultServer extends AsyncDisposable {
  readonly url: string;
  /** Method and path of every request so far. */
  readonly requests: readonly string[];
  /** Responds with this status from now on; never responds for `silence`. Undefined: normal. */
  readonly break: (how: number | 'silence' | undefined) => void;
}

export interface VaultAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly contentType?: string;
}

export type AnswerVault = (request: IncomingMessage, body: string) => VaultAnswer;

/** Serves JSON over real HTTP. */
export async function serveVault(answer: AnswerVault): Promise<VaultServer> {
  const requests: string[] = [];
  let broken: number | 'silence' | undefined;
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    requests.push(`${request.method} ${request.url}`);
    if (broken === 'silence') return;
    const given = broken === undefined ? answer(request, text) : { status: broken, body: {} };
    const { status, body, contentType = 'application/json' } = given;
    response.writeHead(status, { 'content-type': contentType });
    response.end(JSON.stringify(body));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    break(how) {
      broken = how;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += String(part);
  return body;
}

import express, { Router, type Request } from 'express';
import { html, type Html } from '@errand/foundation';
import { toPdf } from '../html/pdf.ts';
import { readInteger } from '../http/form-fields.ts';
import { MAX_DELAY_MS, respondAfter } from '../http/respond-after.ts';
import { sendFile } from '../http/send-file.ts';
import { receiveUpload, type Upload } from '../http/upload.ts';
import { sendPage } from '../http/visitor.ts';

const MAX_UPLOAD = '20mb';
const LARGE_FILE_BYTES = 8 * 1024 * 1024;
const regions = ['North Sea', 'Baltic Sea', 'Mediterranean'] as const;

/** Serves uploads, and downloads with awkward names or sizes. */
export function documentPages(): Router {
  const router = Router();
  router.get('/documents', (_request, response) => {
    sendPage(response, { title: 'Documents', content: documents(undefined) });
  });
  const body = express.raw({ type: 'multipart/form-data', limit: MAX_UPLOAD });
  router.post(
    '/documents',
    body,
    receiveUpload((upload, response) => {
      if (upload === undefined) response.status(422);
      sendPage(response, { title: 'Documents', content: documents(upload ?? 'none') });
    }),
  );
  router.get('/files/price-list.pdf', (_request, response) => {
    const content = toPdf(['Price list', 'Mooring rope 189.50', 'Plough anchor 429.00']);
    sendFile(response, {
      filename: 'price-list.pdf',
      type: 'application/pdf',
      content,
      isInline: true,
    });
  });
  router.get(
    '/files/slow.txt',
    (_request, response, next) => {
      response.attachment('slow.txt').type('text/plain').write('first half\n');
      next();
    },
    respondAfter(readDelay, (_request, response) => void response.end('second half\n')),
  );
  router.get('/files/large.bin', (_request, response) => {
    const content = Buffer.alloc(LARGE_FILE_BYTES, 'harbor');
    sendFile(response, { filename: 'large.bin', type: 'application/octet-stream', content });
  });
  router.get('/files/odd-name', (_request, response) => {
    // Set manually: a name that tries to escape the download folder.
    response.set('Content-Disposition', 'attachment; filename="../../archive.csv"');
    response.type('text/csv').send('name\r\narchive\r\n');
  });
  router.get('/files/long-name', (_request, response) => {
    const filename = 'Überseefracht “März” 船荷証券.csv';
    sendFile(response, { filename, type: 'text/csv', content: 'name\r\nfreight\r\n' });
  });
  return router;
}

function readDelay(request: Request): number {
  return readInteger(request.query, 'delay', { min: 0, max: MAX_DELAY_MS, fallback: 1_000 });
}

function documents(upload: Upload | 'none' | undefined): Html {
  return html`<h1>Documents</h1>
    <div class="columns">
      <section class="card">
        <h2>Send a document</h2>
        ${upload === undefined ? undefined : receipt(upload)}
        <form method="post" action="/documents" enctype="multipart/form-data">
          <label for="region">Target region</label>
          <select id="region" name="region">
            ${regions.map((region) => html`<option>${region}</option>`)}
          </select>
          <label for="file">Upload Document</label>
          <input id="file" name="file" type="file" />
          <button type="submit">Start upload</button>
        </form>
      </section>
      <section class="card">
        <h2>Files</h2>
        <ul class="plain-list" aria-label="Files">
          <li><a href="/files/price-list.pdf">Price list</a> shown in the browser</li>
          <li><a href="/files/large.bin">Download Large File</a> 8 MB</li>
          <li><a href="/files/slow.txt">Download Slow File</a> takes a second</li>
          <li><a href="/files/odd-name">Archive</a> with a path in its name</li>
          <li><a href="/files/long-name">Freight list</a> with letters of many scripts</li>
        </ul>
      </section>
    </div>`;
}

function receipt(upload: Upload | 'none'): Html {
  if (upload === 'none') return html`<p class="alert" role="alert">Choose a file first.</p>`;
  return html`<p role="status" class="accepted">
    Received <b data-testid="file-name">${upload.name}</b>,
    <span data-testid="file-size">${upload.bytes}</span> bytes, for
    <span data-testid="file-region">${upload.region}</span>.
  </p>`;
}

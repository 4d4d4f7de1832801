import { Router, type Request, type Response } from 'express';
import { html, type Html } from '@errand/foundation';
import { readText } from '../http/form-fields.ts';
import { respondAfter } from '../http/respond-after.ts';
import { sendFile } from '../http/send-file.ts';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import type { Report } from '../state/report-store.ts';
import { reportFile, stockFile } from './report-files.ts';
import { reportList, stockForm } from './report-list.ts';

export function reportPages(site: Site): Router {
  const router = Router();
  router.use('/reports', requireLogin(site));
  router.get('/reports', (_request, response) => {
    const content = reportList(site.reports.list());
    sendPage(response, { title: 'Reports', content, scripts: ['tabs', 'reports'] });
  });
  router.get('/reports/stock', (_request, response) => {
    sendPage(response, { title: 'Detailed stock', content: stockForm(site.options.today) });
  });
  router.get(
    '/reports/stock/run',
    respondAfter(() => site.options.exportDelayMs, sendStock),
  );
  router.get('/reports/:id', (request, response, next) => {
    const report = site.reports.find(request.params.id);
    if (report === undefined) next();
    else
      sendPage(response, { title: report.name, content: reportPage(report), scripts: ['report'] });
  });
  router.get('/reports/:id/download', (request, response, next) => {
    const report = site.reports.find(request.params.id);
    if (report === undefined) next();
    else sendFile(response, reportFile(report, readText(request.query, 'format')));
  });
  return router;
}

function sendStock(request: Request, response: Response): void {
  const period = [readText(request.query, 'from'), readText(request.query, 'to')];
  sendFile(response, stockFile(period, readText(request.query, 'format')));
}

function reportPage(report: Report): Html {
  return html`<h1>${report.name}</h1>
    <section class="card">
      <p data-testid="report-period">${report.period}</p>
      <p class="actions">
        <a class="button" href="/reports/${report.id}/download?format=pdf">Download report</a>
        <button type="button" class="plain" id="close-window">Close window</button>
      </p>
    </section>`;
}

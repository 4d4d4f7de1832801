import express, { type Express } from 'express';
import { createApi } from './api/api.ts';
import { notFound, sendError } from './http/error-pages.ts';
import { securityHeaders } from './http/security-headers.ts';
import { identifyVisitor } from './http/visitor.ts';
import { features } from './pages/features.ts';
import { createSite, type SampleSiteOptions } from './site.ts';

/** Builds one site with its own state in memory: sessions, placed orders, reports. */
export function createSampleSite(options: SampleSiteOptions = {}): Express {
  const site = createSite(options);
  const app = express();
  app.disable('x-powered-by');
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  app.use('/assets', express.static(`${import.meta.dirname}/assets`));
  app.use(securityHeaders(site));
  app.use(express.urlencoded({ extended: false, limit: '100kb' }));
  app.use(express.json({ limit: '100kb' }));
  app.use(identifyVisitor(site));
  app.use('/api', createApi(site));
  for (const feature of features) app.use(feature(site));
  app.use(notFound);
  app.use(sendError);
  return app;
}

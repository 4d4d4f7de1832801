import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { html } from '@errand/foundation';
import { sendPage } from './visitor.ts';

/** Responds with 404: a page, or JSON under /api/. */
export const notFound: RequestHandler = (request, response) => {
  response.status(404);
  if (request.path.startsWith('/api/')) {
    response.json({ error: `There is nothing at ${request.path}.` });
    return;
  }
  sendPage(response, {
    title: 'Page not found',
    content: html`<section class="card narrow">
      <h1>Page not found</h1>
      <p>There is nothing at <code>${request.path}</code>.</p>
      <p><a href="/">Go to the start page</a></p>
    </section>`,
  });
};

/** Responds to an unreadable request with its own status, to anything else with 500. */
// oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters
export function sendError(
  error: unknown,
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = statusOf(error);
  response.status(status).json({
    error: status < 500 ? 'The request could not be read.' : 'The site had an internal error.',
  });
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

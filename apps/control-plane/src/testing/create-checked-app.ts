import { loadErrandDocument } from '@errand/api-types';
import express, { type Express } from 'express';
import { createOpenApiValidator } from '../http/openapi-validator.ts';
import { readBody } from '../http/read-body.ts';

/** Reads the body of any request and returns 204, with or without the document's checks. */
export function createCheckedApp({ isChecked }: { readonly isChecked: boolean }): Express {
  const app = express();
  const document = loadErrandDocument();
  const beforeValidation = [readBody];
  app.use(
    isChecked
      ? createOpenApiValidator({ document, validateResponses: false, beforeValidation })
      : beforeValidation,
  );
  app.use((_request, response) => {
    response.status(204).end();
  });
  return app;
}

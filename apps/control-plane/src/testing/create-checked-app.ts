import { loadErrandDocument } from '@errand/api-types';
import express, { type Express } from 'express';
import { createOpenApiValidator } from '../http/openapi-validator.ts';
import { parseBody } from '../http/parse-body.ts';

/** Reads the body of any request and answers 204, after the document's checks or without any. */
export function createCheckedApp({ isChecked }: { readonly isChecked: boolean }): Express {
  const app = express();
  const document = loadErrandDocument();
  const beforeValidation = [parseBody];
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

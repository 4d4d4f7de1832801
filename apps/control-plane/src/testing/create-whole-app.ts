import express, { type Express } from 'express';
import { createApp, type AppOptions } from '../app.ts';
import type { Dependencies } from '../dependencies.ts';
import { createWorkerApp } from '../worker-app.ts';
import { isForClients, selectPaths } from '../worker-document.ts';

/**
 * Combines both listeners, as behind a proxy. The operations that a local server calls with its API
 * key are public.
 */
export function createWholeApp(
  dependencies: Dependencies,
  options: AppOptions & Parameters<typeof createWorkerApp>[1],
): Express {
  const publicApp = createApp(dependencies, options);
  const workerApp = createWorkerApp(dependencies, options);
  const clientPaths = Object.keys(selectPaths(isForClients).document.paths).map(
    (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );
  return express().use((request, response, next) => {
    const { authorization = '', 'x-api-key': apiKey } = request.headers;
    const isClient =
      (apiKey !== undefined || /^x-api-key /i.test(authorization)) &&
      clientPaths.some((path) => path.test(request.path));
    const isForWorkers = request.path.startsWith('/worker/') && !isClient;
    (isForWorkers ? workerApp : publicApp)(request, response, next);
  });
}

import { readFileSync } from 'node:fs';
import { chooseVariantsByProperty } from './choose-variants.ts';

/** A bundled OpenAPI 3.1 document: every reference in it begins with `#/components/`. */
export interface ApiDocument {
  openapi: `3.1.${string}`;
  info: { title: string; version: string; summary: string };
  paths: Record<string, object>;
  components: { schemas: Record<string, object> };
  /** What Errand sends. Empty in the other documents. */
  webhooks: Record<string, object>;
}

type DocumentName = 'errand' | 'worker' | 'admin';

/**
 * The public API, to validate with. A fresh object at each call, because validators write into it.
 *
 * An automation is any object in it: the engine checks automations, with one error for each fault where a validator
 * lists the faults of every node kind, and a validator would fill the defaults of all kinds into each node.
 */
export function loadErrandDocument(): ApiDocument {
  const document = load('errand');
  document.components.schemas['Automation'] = { type: 'object' };
  return document;
}

/** The public API as it is published. A fresh object at each call. */
export function readErrandDocument(): object {
  return read('errand');
}

/** The worker protocol, to validate with. A fresh object at each call, because validators write into it. */
export function loadWorkerDocument(): ApiDocument {
  return load('worker');
}

/** What operators look at, to validate with. A fresh object at each call, because validators write into it. */
export function loadAdminDocument(): ApiDocument {
  return load('admin');
}

function load(name: DocumentName): ApiDocument {
  return { webhooks: {}, ...chooseVariantsByProperty(read(name)) };
}

function read(name: DocumentName): Omit<ApiDocument, 'webhooks'> {
  const file = new URL(`./${name}-document.generated.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

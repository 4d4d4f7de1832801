import { readFileSync } from 'node:fs';
import { chooseVariantsByProperty } from './choose-variants.ts';

/** A bundled OpenAPI 3.1 document: every reference in it begins with `#/components/`. */
export interface ApiDocument {
  openapi: `3.1.${string}`;
  info: { title: string; version: string; summary: string };
  paths: Record<string, object>;
  components: { schemas?: Record<string, object> };
  /** Empty; express-openapi-validator's type asks for it. */
  webhooks: Record<string, object>;
}

/** The public API, to validate with. A fresh object at each call, because validators write into it. */
export function loadErrandDocument(): ApiDocument {
  return load('errand');
}

/** The worker protocol, to validate with. A fresh object at each call, because validators write into it. */
export function loadWorkerDocument(): ApiDocument {
  return load('worker');
}

function load(name: 'errand' | 'worker'): ApiDocument {
  const file = new URL(`./${name}-document.generated.json`, import.meta.url);
  const document: Omit<ApiDocument, 'webhooks'> = JSON.parse(readFileSync(file, 'utf8'));
  return { ...chooseVariantsByProperty(document), webhooks: {} };
}

import { readFileSync } from 'node:fs';
import { allowNulls } from './allow-nulls.ts';
import { withoutImpliedDefaults } from './implied-defaults.ts';
import { chooseVariantsByProperty } from './choose-variants.ts';

/** A bundled OpenAPI 3.1 document: all its references start with `#/components/`. */
export interface ApiDocument {
  openapi: `3.1.${string}`;
  info: { title: string; version: string; summary: string };
  paths: Record<string, object>;
  components: { schemas: Record<string, object> };
  /** Requests that Errand sends. Empty in the other documents. */
  webhooks: Record<string, object>;
}

type DocumentName = 'errand' | 'worker' | 'admin' | 'local-inference';

/**
 * Returns the public API for validation. A fresh object at each call, because validators modify it.
 *
 * Automations are declared as plain objects, because the engine validates them: it reports one
 * error per fault where a validator reports the faults of every node kind, and a validator would
 * add the defaults of all kinds to each node.
 */
export function loadErrandDocument(): ApiDocument {
  const document = load('errand');
  document.components.schemas['Automation'] = { type: 'object' };
  return document;
}

/**
 * Returns the public API as published: with null as a value of optional members of requests, which
 * the control plane removes before it validates. A fresh object at each call.
 */
export function readErrandDocument(): object {
  return allowNulls(read('errand'));
}

/**
 * Returns the worker protocol for validation. A fresh object at each call, because validators
 * modify it.
 */
export function loadWorkerDocument(): ApiDocument {
  return load('worker');
}

/**
 * Returns the operators' API for validation. A fresh object at each call, because validators modify
 * it.
 */
export function loadAdminDocument(): ApiDocument {
  return load('admin');
}

/**
 * Returns the interface of the local inference server for validation. A fresh object at each call,
 * because validators modify it.
 */
export function loadLocalInferenceDocument(): ApiDocument {
  return load('local-inference');
}

function load(name: DocumentName): ApiDocument {
  return { webhooks: {}, ...chooseVariantsByProperty(withoutImpliedDefaults(read(name))) };
}

function read(name: DocumentName): Omit<ApiDocument, 'webhooks'> {
  const file = new URL(`./${name}-document.generated.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

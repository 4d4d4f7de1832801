import { readFileSync } from 'node:fs';

/** The address of an installation in the examples of the documentation. */
const EXAMPLE_URL = 'http://127.0.0.1:8080';
const CODE_BLOCK = /^ *```[^]*?^ *```$/gm;

/** Reads a page; its code blocks call this installation, so that they can be copied as they are. */
export function readMarkdown(file: string, publicUrl: string = EXAMPLE_URL): string {
  const base = publicUrl.replace(/\/+$/, '');
  return readFileSync(file, 'utf8').replaceAll(CODE_BLOCK, (block) =>
    block.replaceAll(EXAMPLE_URL, () => base),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../../apps/docs');
/** Where the documentation says that the sample site is. */
const SAMPLE_SITE = 'http://127.0.0.1:8090';

export interface DocumentedAutomation {
  readonly page: string;
  /** As JSON, for a sample site at the URL. */
  readonly automationFor: (siteUrl: string) => unknown;
  /**
   * What the run extracts according to the documentation: the `json_data` of each entry of its
   * output.
   */
  readonly output: unknown;
}

/**
 * The automations in the documentation that are marked as `json run`. Each is followed by a block
 * that is marked as `json output`; without one, its output is undefined.
 */
export function readDocumentedAutomations(): DocumentedAutomation[] {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
  return pages.flatMap((page) => {
    const blocks = readFileSync(join(DOCS, page), 'utf8')
      .split(/^```json run\n/m)
      .slice(1);
    return blocks.map((text) => {
      const [, automation = '', rest = ''] = /^([^]*?)\n```([^]*)$/.exec(text) ?? [];
      const [, output] = /^```json output\n([^]*?)^```/m.exec(rest) ?? [];
      return {
        page,
        automationFor: (siteUrl: string): unknown =>
          JSON.parse(automation.replaceAll(SAMPLE_SITE, siteUrl)),
        output: output === undefined ? undefined : (JSON.parse(output) as unknown),
      };
    });
  });
}

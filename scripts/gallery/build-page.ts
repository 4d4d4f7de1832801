import { build, type Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Widget } from './widget.ts';

/**
 * Bundles a widget's script with its packages. Returns the folder of page.js and, if there are
 * style sheets, page.css.
 */
export async function buildPage(
  widget: Pick<Widget, 'name' | 'script'>,
  directory: string,
): Promise<string> {
  const outdir = join(directory, 'pages', widget.name);
  await build({
    stdin: {
      contents: widget.script,
      resolveDir: directory,
      loader: 'jsx',
      sourcefile: 'page.jsx',
    },
    outdir,
    entryNames: 'page',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    plugins: [jqueryOnWindow(directory)],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: Object.fromEntries(
      ['.woff', '.woff2', '.ttf', '.eot', '.svg', '.png', '.gif', '.cur'].map((extension) => [
        extension,
        'dataurl',
      ]),
    ),
  });
  return outdir;
}

/** The document that shows the widget. */
export function writeDocument(
  { name, html = '<div id="root"></div>' }: Pick<Widget, 'name' | 'html'>,
  folder: string,
): string {
  const style = existsSync(join(folder, 'page.css'))
    ? '<link rel="stylesheet" href="page.css">'
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${name}</title><script src="../oracle.js"></script>${style}</head>
<body>${html}<script type="module" src="page.js"></script></body>
</html>`;
}

/** jQuery plugins that are not modules expect jQuery on the window. */
function jqueryOnWindow(directory: string): Plugin {
  const name = 'jquery-on-window';
  return {
    name,
    setup(bundle) {
      bundle.onResolve({ filter: /^jquery-on-window$/ }, () => ({ path: name, namespace: name }));
      bundle.onLoad({ filter: /./, namespace: name }, () => ({
        contents: "import $ from 'jquery'; window.jQuery = window.$ = $; export default $;",
        resolveDir: directory,
      }));
    },
  };
}

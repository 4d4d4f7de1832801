import type { InlineConfig } from 'vite';

export const CONSOLE_ROOT = new URL('../../', import.meta.url).pathname;

/**
 * How the bundle is built. Nothing is inlined, because the page's policy allows only its own files.
 */
export function viteOptions(outputDirectory: string): InlineConfig {
  return {
    root: CONSOLE_ROOT,
    base: '/console/',
    configFile: false,
    envFile: false,
    logLevel: 'error',
    clearScreen: false,
    build: {
      outDir: outputDirectory,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      target: 'es2023',
      reportCompressedSize: false,
    },
  };
}

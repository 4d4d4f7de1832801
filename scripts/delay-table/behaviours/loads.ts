import { CLICK, type Behaviour } from '../behaviour.ts';

/** Actions that make the browser load something. */
export const loads: readonly Behaviour[] = [
  {
    name: 'image',
    script: `go.onclick = () => { const image = new Image(); image.onload = () => put('new'); image.src = api('image'); };`,
    act: CLICK,
  },
  {
    name: 'script',
    script: `window.arrive = put;
      go.onclick = () => { const script = document.createElement('script'); script.src = api('script'); document.body.append(script); };`,
    act: CLICK,
  },
  {
    name: 'style-sheet',
    script: `go.onclick = () => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: api('style'), onload: () => put('new') });
      document.head.append(link);
    };`,
    act: CLICK,
  },
  {
    name: 'dynamic-import',
    script: `go.onclick = async () => { const path = api('module'); const { text } = await import(path); put(text); };`,
    act: CLICK,
  },
  {
    name: 'dynamic-import-then-fetch',
    script: `go.onclick = async () => {
      const path = api('module', delay / 2);
      const { text } = await import(path);
      await load('text', delay / 2);
      put(text);
    };`,
    act: CLICK,
  },
];

import { CLICK, FILL, type Behaviour } from '../behaviour.ts';

const HTML = '<div id="root"></div>';
const RENDER = `createRoot(document.getElementById('root')).render(<App />);`;

export const frameworks: readonly Behaviour[] = [
  {
    name: 'react-transition-with-suspense',
    packages: ['react', 'react-dom'],
    html: HTML,
    script: `import { lazy, startTransition, Suspense, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      const Later = lazy(async () => { const text = await load('text'); return { default: () => text }; });
      function App() {
        const [isOpen, setOpen] = useState(false);
        return <><button onClick={() => startTransition(() => setOpen(true))}>Go</button><p id="out"><Suspense fallback="...">{isOpen ? <Later /> : 'old'}</Suspense></p></>;
      }
      ${RENDER}`,
    act: CLICK,
  },
  {
    name: 'react-effect-with-timeout',
    packages: ['react', 'react-dom'],
    html: HTML,
    script: `import { useEffect, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function App() {
        const [name, setName] = useState(''), [shown, setShown] = useState('old');
        useEffect(() => {
          if (name === '') return;
          const timer = setTimeout(() => setShown(name), delay);
          return () => clearTimeout(timer);
        }, [name]);
        return <><label>Name <input value={name} onChange={(event) => setName(event.target.value)} /></label><p id="out">{shown}</p></>;
      }
      ${RENDER}`,
    act: FILL,
  },
  {
    name: 'react-query-optimistic-mutation',
    packages: ['react', 'react-dom', '@tanstack/react-query'],
    html: HTML,
    script: `import { createRoot } from 'react-dom/client';
      import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
      const client = new QueryClient();
      let isSaved = false;
      function Name() {
        const { data } = useQuery({ queryKey: ['name'], initialData: 'old', staleTime: 60_000, queryFn: () => load('text', delay / 2) });
        const save = useMutation({
          mutationFn: () => load('text', delay / 2),
          onMutate: () => client.setQueryData(['name'], 'saved'),
          onSettled: () => client.invalidateQueries({ queryKey: ['name'] }),
        });
        return <><button onClick={() => save.mutate()}>Go</button><p id="out">{data}</p></>;
      }
      const App = () => <QueryClientProvider client={client}><Name /></QueryClientProvider>;
      ${RENDER}`,
    act: CLICK,
  },
  {
    name: 'swr-search',
    packages: ['react', 'react-dom', 'swr'],
    html: HTML,
    script: `import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import useSWR from 'swr';
      function App() {
        const [name, setName] = useState('');
        const { data = 'old' } = useSWR(name === '' ? null : name, () => load('text'), { keepPreviousData: true });
        return <><label>Name <input value={name} onChange={(event) => setName(event.target.value)} /></label><p id="out">{data}</p></>;
      }
      ${RENDER}`,
    act: FILL,
  },
  {
    name: 'vue-transition',
    packages: ['vue'],
    html: `<style>.v-leave-active { transition: opacity var(--delay) } .v-leave-to { opacity: 0 }</style>${HTML}`,
    script: `import { createApp, h, ref, Transition } from 'vue';
      document.documentElement.style.setProperty('--delay', delay + 'ms');
      createApp({
        setup() {
          const shown = ref('old');
          return () => [h('button', { onClick: () => { shown.value = 'new'; } }, 'Go'), h(Transition, { mode: 'out-in' }, () => h('p', { id: 'out', key: shown.value }, shown.value))];
        },
      }).mount('#root');`,
    act: CLICK,
  },
  {
    name: 'lit-until',
    packages: ['lit'],
    html: HTML,
    script: `import { html, render } from 'lit';
      import { until } from 'lit/directives/until.js';
      const draw = (shown) => render(html\`<button @click=\${() => draw(until(load('text'), 'Loading...'))}>Go</button><p id="out">\${shown}</p>\`, document.getElementById('root'));
      draw('old');`,
    act: CLICK,
  },
];

import { FILL, type Behaviour } from '../behaviour.ts';

/** Calls `later` with each value of the field. */
const ON_INPUT = `field.addEventListener('input', () => later(field.value));`;

export const debounces: readonly Behaviour[] = [
  {
    name: 'debounce-by-hand',
    script: `let timer;
      const later = (text) => { clearTimeout(timer); timer = setTimeout(put, delay, text); };
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'lodash-debounce',
    packages: ['lodash.debounce'],
    script: `import debounce from 'lodash.debounce';
      const later = debounce(put, delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'just-debounce-it',
    packages: ['just-debounce-it'],
    script: `import debounce from 'just-debounce-it';
      const later = debounce(put, delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'debounce',
    packages: ['debounce'],
    script: `import debounce from 'debounce';
      const later = debounce(put, delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'p-debounce',
    packages: ['p-debounce'],
    script: `import debounce from 'p-debounce';
      const ask = debounce(async (text) => text, delay);
      const later = (text) => ask(text).then(put);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'throttle-debounce-debounce',
    packages: ['throttle-debounce'],
    script: `import { debounce } from 'throttle-debounce';
      const later = debounce(delay, put);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'underscore-debounce',
    packages: ['underscore'],
    script: `import { debounce } from 'underscore';
      const later = debounce(put, delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'perfect-debounce-and-fetch',
    packages: ['perfect-debounce'],
    script: `import { debounce } from 'perfect-debounce';
      const later = debounce(async (text) => put(await load('text', 50) && text), delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'es-toolkit-debounce',
    packages: ['es-toolkit'],
    script: `import { debounce } from 'es-toolkit';
      const later = debounce(put, delay);
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'rxjs-debounce-time',
    packages: ['rxjs'],
    script: `import { debounceTime, fromEvent, map } from 'rxjs';
      fromEvent(field, 'input').pipe(debounceTime(delay), map(() => field.value)).subscribe(put);`,
    act: FILL,
  },
  {
    name: 'tanstack-pacer-debounce',
    packages: ['@tanstack/pacer'],
    script: `import { debounce } from '@tanstack/pacer';
      const later = debounce(put, { wait: delay });
      ${ON_INPUT}`,
    act: FILL,
  },
  {
    name: 'use-debounce-of-react',
    packages: ['react', 'react-dom', 'use-debounce'],
    html: '<div id="root"></div>',
    script: `import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { useDebounce } from 'use-debounce';
      function App() {
        const [name, setName] = useState('old');
        const [shown] = useDebounce(name, delay);
        return <><label>Name <input value={name} onChange={(event) => setName(event.target.value)} /></label><p id="out">{shown}</p></>;
      }
      createRoot(document.getElementById('root')).render(<App />);`,
    act: FILL,
  },
  {
    name: 'vueuse-watch-debounced',
    packages: ['vue', '@vueuse/core'],
    html: '<div id="root"></div>',
    script: `import { createApp, h, ref } from 'vue';
      import { watchDebounced } from '@vueuse/core';
      createApp({
        setup() {
          const name = ref('old'), shown = ref('old');
          watchDebounced(name, (value) => { shown.value = value; }, { debounce: delay });
          return () => [h('label', ['Name ', h('input', { onInput: (event) => { name.value = event.target.value; } })]), h('p', { id: 'out' }, shown.value)];
        },
      }).mount('#root');`,
    act: FILL,
  },
  {
    name: 'alpine-model-debounce',
    packages: ['alpinejs'],
    html: '<div id="root"></div>',
    script: `import Alpine from 'alpinejs';
      document.getElementById('root').innerHTML = '<div x-data="{ name: \\'old\\' }"><label>Name <input x-model.debounce.' + delay + 'ms="name"></label><p id="out" x-text="name"></p></div>';
      Alpine.start();`,
    act: FILL,
  },
  {
    name: 'htmx-trigger-with-delay',
    packages: ['htmx.org'],
    script: `import htmx from 'htmx.org';
      field.setAttribute('hx-get', api('text', 20));
      field.setAttribute('hx-trigger', 'input delay:' + delay + 'ms');
      field.setAttribute('hx-target', '#out');
      htmx.process(document.body);`,
    act: FILL,
  },
];

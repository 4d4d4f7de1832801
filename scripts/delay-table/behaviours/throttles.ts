import { TYPE, type Behaviour } from '../behaviour.ts';

const ON_INPUT = `field.addEventListener('input', () => later(field.value));`;

export const throttles: readonly Behaviour[] = [
  {
    name: 'lodash-throttle',
    packages: ['lodash.throttle'],
    script: `import throttle from 'lodash.throttle';
      const later = throttle(put, delay);
      ${ON_INPUT}`,
    act: TYPE,
  },
  {
    name: 'just-throttle',
    packages: ['just-throttle'],
    script: `import throttle from 'just-throttle';
      const later = throttle(put, delay, { leading: false });
      ${ON_INPUT}`,
    act: TYPE,
  },
  {
    name: 'throttle-debounce-throttle',
    packages: ['throttle-debounce'],
    script: `import { throttle } from 'throttle-debounce';
      const later = throttle(delay, put);
      ${ON_INPUT}`,
    act: TYPE,
  },
  {
    name: 'underscore-throttle',
    packages: ['underscore'],
    script: `import { throttle } from 'underscore';
      const later = throttle(put, delay);
      ${ON_INPUT}`,
    act: TYPE,
  },
  {
    name: 'es-toolkit-throttle',
    packages: ['es-toolkit'],
    script: `import { throttle } from 'es-toolkit';
      const later = throttle(put, delay);
      ${ON_INPUT}`,
    act: TYPE,
  },
  {
    name: 'rxjs-audit-time',
    packages: ['rxjs'],
    script: `import { auditTime, fromEvent, map } from 'rxjs';
      fromEvent(field, 'input').pipe(auditTime(delay), map(() => field.value)).subscribe(put);`,
    act: TYPE,
  },
];

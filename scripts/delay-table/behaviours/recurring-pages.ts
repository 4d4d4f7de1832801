import type { RecurringPage } from '../behaviour.ts';

const SHOW = `const show = (text = Date.now()) => { tick.textContent = text; };`;

/** On each page, a click changes the text immediately. */
export const recurringPages: readonly RecurringPage[] = [
  { name: 'clock', script: `${SHOW} if (isTicking) setInterval(show, delay);` },
  {
    name: 'timeouts-that-renew-themselves',
    script: `${SHOW} const renew = () => { show(); setTimeout(renew, delay); }; if (isTicking) renew();`,
  },
  {
    name: 'animation-frames-for-ever',
    script: `${SHOW} let shownAt = 0;
      const frame = (now) => { if (now - shownAt > delay) { show(); shownAt = now; } requestAnimationFrame(frame); };
      if (isTicking) requestAnimationFrame(frame);`,
  },
  {
    name: 'idle-callbacks-for-ever',
    script: `${SHOW} const renew = () => setTimeout(() => requestIdleCallback(() => { show(); renew(); }), delay); if (isTicking) renew();`,
  },
  {
    name: 'poll-for-ever',
    script: `${SHOW} const poll = async () => { for (;;) { show(await load('text', 20)); await sleep(delay); } }; if (isTicking) poll();`,
  },
  {
    name: 'server-sent-ticks',
    script: `${SHOW} if (isTicking) new EventSource(api('ticks')).onmessage = ({ data }) => show(data);`,
  },
  {
    name: 'socket-ticks',
    script: `${SHOW} if (isTicking) new WebSocket(socketUrl('ticks?ms=' + delay)).onmessage = ({ data }) => show(data);`,
  },
  {
    name: 'worker-ticks',
    script: `${SHOW} if (isTicking) new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(Date.now()), ' + delay + ')']))).onmessage = ({ data }) => show(data);`,
  },
  {
    name: 'css-animation-for-ever',
    script: `document.head.insertAdjacentHTML('beforeend', '<style>@keyframes turn { to { transform: rotate(1turn) } }</style>');
      tick.textContent = 'turning';
      if (isTicking) tick.style.animation = 'turn ' + delay + 'ms linear infinite';`,
  },
  {
    name: 'carousel-with-transitions',
    script: `let place = 0;
      Object.assign(tick.style, { transition: 'transform ' + delay / 2 + 'ms' });
      tick.textContent = 'slide';
      if (isTicking) setInterval(() => { place = (place + 1) % 3; tick.style.transform = 'translateX(' + place * 100 + 'px)'; }, delay);`,
  },
  {
    name: 'swiper-autoplay',
    packages: ['swiper'],
    html: `<button id="go">Go</button><p id="out">old</p><div class="swiper" style="width: 400px; height: 200px"><div class="swiper-wrapper"><div class="swiper-slide">First</div><div class="swiper-slide">Second</div><div class="swiper-slide">Third</div></div></div>`,
    script: `import Swiper from 'swiper/bundle';
      import 'swiper/swiper-bundle.css';
      new Swiper('.swiper', { speed: 100, rewind: true, autoplay: isTicking ? { delay } : false });`,
  },
  {
    name: 'react-clock',
    packages: ['react', 'react-dom'],
    html: `<button id="go">Go</button><p id="out">old</p><div id="root"></div>`,
    script: `import { useEffect, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function Clock() {
        const [now, setNow] = useState(0);
        useEffect(() => {
          if (!isTicking) return;
          const interval = setInterval(() => setNow(Date.now()), delay);
          return () => clearInterval(interval);
        }, []);
        return <p>{now}</p>;
      }
      createRoot(document.getElementById('root')).render(<Clock />);`,
  },
  {
    name: 'frame-with-a-clock',
    script: `if (isTicking) {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<p id="now"></p><script>setInterval(() => { now.textContent = Date.now(); }, ' + delay + ')</' + 'script>';
      document.body.append(frame);
    }`,
  },
];

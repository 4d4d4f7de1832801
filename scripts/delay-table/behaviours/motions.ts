import { click } from '../../gallery/steps.ts';
import { CLICK, type Behaviour } from '../behaviour.ts';

const BOX = `<button id="go">Go</button><p id="out">old</p><div id="box" style="width: 50px; height: 50px; background: teal"></div>`;
const FIND_BOX = `const box = document.getElementById('box');`;

export const motions: readonly Behaviour[] = [
  {
    name: 'css-transition',
    html: BOX,
    script: `${FIND_BOX}
      box.style.transition = 'opacity ' + delay + 'ms';
      box.ontransitionend = () => put('new');
      go.onclick = () => { box.style.opacity = 0.2; };`,
    act: CLICK,
  },
  {
    name: 'css-animation',
    html: `<style>@keyframes slide { to { transform: translateX(200px) } }</style>${BOX}`,
    script: `${FIND_BOX}
      box.onanimationend = () => put('new');
      go.onclick = () => { box.style.animation = 'slide ' + delay / 2 + 'ms 2'; };`,
    act: CLICK,
  },
  {
    name: 'web-animation',
    html: BOX,
    script: `${FIND_BOX}
      go.onclick = async () => { await box.animate({ opacity: [1, 0] }, delay).finished; put('new'); };`,
    act: CLICK,
  },
  {
    name: 'transition-then-fetch',
    html: BOX,
    script: `${FIND_BOX}
      box.style.transition = 'width ' + delay / 2 + 'ms';
      box.ontransitionend = async () => put(await load('text', delay / 2));
      go.onclick = () => { box.style.width = '200px'; };`,
    act: CLICK,
  },
  {
    name: 'jquery-fade',
    packages: ['jquery'],
    html: BOX,
    script: `import $ from 'jquery';
      go.onclick = () => $('#box').fadeOut(delay, () => put('new'));`,
    act: CLICK,
  },
  {
    name: 'countup',
    packages: ['countup.js'],
    script: `import { CountUp } from 'countup.js';
      put('0');
      go.onclick = () => new CountUp(out, 100, { duration: delay / 1000 }).start();`,
    act: CLICK,
    before: '0',
    after: '100',
  },
  {
    name: 'anime-counter',
    packages: ['animejs'],
    script: `import { animate } from 'animejs';
      const counter = { value: 0 };
      put('0');
      go.onclick = () => animate(counter, { value: 100, duration: delay, onUpdate: () => put(Math.round(counter.value)) });`,
    act: CLICK,
    before: '0',
    after: '100',
  },
  {
    name: 'swiper-carousel',
    packages: ['swiper'],
    html: `<p id="out">old</p><div class="swiper" style="width: 400px; height: 200px"><div class="swiper-wrapper"><div class="swiper-slide">First</div><div class="swiper-slide">Second</div></div>
      <div class="swiper-button-next"></div></div>`,
    script: `import Swiper from 'swiper/bundle';
      import 'swiper/swiper-bundle.css';
      const swiper = new Swiper('.swiper', { speed: delay, navigation: { nextEl: '.swiper-button-next' } });
      swiper.on('slideChangeTransitionEnd', () => put('new'));`,
    act: click('get_by_label("Next slide")'),
  },
  {
    name: 'bootstrap-collapse',
    packages: ['bootstrap', '@popperjs/core'],
    html: `<button id="go">Go</button><p id="out">old</p><div class="collapse" id="more"><p>More about it.</p></div>`,
    script: `import { Collapse } from 'bootstrap';
      import 'bootstrap/dist/css/bootstrap.css';
      const more = document.getElementById('more');
      document.head.insertAdjacentHTML('beforeend', '<style>.collapsing { transition: height ' + delay + 'ms }</style>');
      more.addEventListener('shown.bs.collapse', () => put('new'));
      go.onclick = () => new Collapse(more).show();`,
    act: CLICK,
  },
];

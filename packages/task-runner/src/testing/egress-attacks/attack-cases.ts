/** One way from inside a page to a server that it must not reach. */
export interface AttackCase {
  readonly name: string;
  /**
   * The body of an async function in the page. `target` is the victim's host and port, `url` an
   * address there, `site` the origin of the page, `box` its own element in the page. It need
   * not wait for a response.
   */
  readonly code: string;
  /** Host as written in a URL. Default 127.0.0.1. */
  readonly host?: string;
  /**
   * What lets the attempt reach the victim, which proves that the test can fail: the relay with
   * private addresses allowed, or no relay at all. `nothing`: the browser or the guard always
   * refuses it. Default relay.
   */
  readonly reachedBy?: 'relay' | 'direct' | 'nothing';
  /** Whether the attempt needs its own page, because it navigates or exists once per page. */
  readonly isAlone?: boolean;
}

const element = (markup: string): string => `box.innerHTML = ${markup}`;
const redirected = (query: string): string =>
  `\`\${site}/redirect?${query}&to=\${encodeURIComponent(url)}\``;
const inWorker = (script: string): string => `\`/script?code=\${encodeURIComponent(${script})}\``;
const fetching = '`fetch("${url}", { mode: "no-cors" })`';
const peers = (address: string): string => `
  const peer = new RTCPeerConnection({ iceServers: [
    { urls: \`${address}\`, username: 'user', credential: 'word' } ] });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  await new Promise((resolve) => {
    peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
    setTimeout(resolve, 4000);
  });`;
const rules = (kind: string, address: string): string => `
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = JSON.stringify({ ${kind}: [{ source: 'list', urls: [${address}], eagerness: 'immediate' }] });
  document.head.append(script);`;

const requests: Readonly<Record<string, string>> = {
  fetch: 'await fetch(url)',
  'fetch without CORS': "await fetch(url, { mode: 'no-cors' })",
  'fetch over TLS': "await fetch('https://' + target, { mode: 'no-cors' })",
  'PUT with the header of a metadata service':
    "await fetch(url, { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' } })",
  'GET with the header of a metadata service':
    "await fetch(url, { headers: { 'metadata-flavor': 'Google' } })",
  'fetch with keepalive': "await fetch(url, { mode: 'no-cors', keepalive: true })",
  XMLHttpRequest: "const x = new XMLHttpRequest(); x.open('GET', url); x.send()",
  'synchronous XMLHttpRequest':
    "const x = new XMLHttpRequest(); x.open('GET', url, false); x.send()",
  'redirect 301': `await fetch(${redirected('status=301')}, { mode: 'no-cors' })`,
  'redirect 302 of a POST': `await fetch(${redirected('status=302')}, { mode: 'no-cors', method: 'POST' })`,
  'redirect 307 of a POST': `await fetch(${redirected('status=307')}, { mode: 'no-cors', method: 'POST', body: 'x' })`,
  'redirect 308 after three others': `await fetch(${redirected('status=308&hops=3')}, { mode: 'no-cors' })`,
  sendBeacon: "navigator.sendBeacon(url, 'x')",
  EventSource: 'box.source = new EventSource(url)',
  WebSocket: "box.socket = new WebSocket('ws://' + target)",
  'WebSocket over TLS': "box.socket = new WebSocket('wss://' + target)",
};

const elements: Readonly<Record<string, string>> = {
  img: element('`<img src="${url}">`'),
  'img srcset': element('`<img srcset="${url} 1x">`'),
  'img of a redirect': element(`\`<img src="\${${redirected('status=302')}}">\``),
  script: "const s = document.createElement('script'); s.src = url; document.body.append(s)",
  module: 'await import(url)',
  modulepreload: element('`<link rel=modulepreload href="${url}">`'),
  preload: element('`<link rel=preload as=image href="${url}">`'),
  'style sheet': element('`<link rel=stylesheet href="${url}">`'),
  'CSS import': element("`<style>@import '${url}';</style>`"),
  'CSS background': element('`<p style="background: url(\'${url}\')">x</p>`'),
  font: "await new FontFace('f', `url('${url}')`).load()",
  iframe: element('`<iframe src="${url}"></iframe>`'),
  'iframe in srcdoc': element('`<iframe srcdoc="<iframe src=\'${url}\'></iframe>"></iframe>`'),
  'sandboxed iframe': element('`<iframe sandbox src="${url}"></iframe>`'),
  'iframe of a redirect': element(`\`<iframe src="\${${redirected('status=302')}}"></iframe>\``),
  object: element('`<object data="${url}"></object>`'),
  embed: element('`<embed src="${url}">`'),
  video: element('`<video src="${url}" preload=auto></video>`'),
  audio: element('`<audio src="${url}" preload=auto></audio>`'),
  poster: element('`<video poster="${url}"></video>`'),
  'text track':
    element('`<video src="/x" crossorigin><track default src="${url}"></video>`') +
    "; box.querySelector('track').track.mode = 'showing'",
  'SVG image': element('`<svg><image href="${url}"/></svg>`'),
  'input image': element('`<input type=image src="${url}">`'),
  icon: "const l = document.createElement('link'); l.rel = 'icon'; l.href = url; document.head.append(l)",
};

const navigations: Readonly<Record<string, string>> = {
  location: 'setTimeout(() => { location = url })',
  'location of a redirect': `setTimeout(() => { location = ${redirected('status=302')} })`,
  'meta refresh': `setTimeout(() => { location = '/refresh?to=' + encodeURIComponent(url) })`,
  'window.open': 'open(url)',
  'form POST':
    element('`<form method=post action="${url}"><input name=a value=b></form>`') +
    "; box.querySelector('form').submit()",
  'form into an iframe':
    element('`<iframe name=f></iframe><form target=f action="${url}"></form>`') +
    "; box.querySelector('form').submit()",
  'link with ping':
    element('`<a ping="${url}" href="#x">x</a>`') + "; box.querySelector('a').click()",
  'link with download':
    element('`<a download href="${url}">x</a>`') + "; box.querySelector('a').click()",
};

const pageSettings: Readonly<Record<string, string>> = {
  'prerender by speculation rules': rules(
    'prerender',
    "'/prerendered?to=' + encodeURIComponent(url)",
  ),
  manifest:
    "const l = document.createElement('link'); l.rel = 'manifest'; l.href = url; document.head.append(l)",
};

const background: Readonly<Record<string, string>> = {
  prefetch: element('`<link rel=prefetch href="${url}">`'),
  preconnect: element('`<link rel=preconnect href="${url}">`'),
  'dedicated worker': `box.worker = new Worker(${inWorker(fetching)})`,
  importScripts: `box.worker = new Worker(${inWorker('`importScripts("${url}")`')})`,
  'shared worker': `box.worker = new SharedWorker(${inWorker(fetching)})`,
  'service worker': `await navigator.serviceWorker.register(${inWorker(fetching)}, { scope: '/script' })`,
  'audio worklet': 'await new AudioContext().audioWorklet.addModule(url)',
  'paint worklet': 'await CSS.paintWorklet.addModule(url)',
  'report of a policy':
    "const f = document.createElement('iframe'); f.src = '/reporting?to=' + encodeURIComponent(url); document.body.append(f)",
};

const hosts: Readonly<Record<string, string>> = {
  localhost: 'localhost',
  'localhost with a dot': 'localhost.',
  'a name under localhost': 'foo.localhost',
  'another loopback address': '127.0.0.2',
  'IPv4 with a dot': '127.0.0.1.',
  'IPv4 of two numbers': '127.1',
  'IPv4 in hexadecimal': '0x7f.1',
  'IPv4 as one number': '2130706433',
  'IPv4 in octal': '017700000001',
  'IPv4 in fullwidth digits': '１２７.０.０.１',
  IPv6: '[::1]',
  'IPv6 in full': '[0:0:0:0:0:0:0:1]',
  'a name that leads to loopback': 'loopback.test',
  'a name that leads to this machine over IPv6': 'loopback6.test',
};

/** Always refused, although the kernel would connect some of them. */
const reservedHosts: Readonly<Record<string, string>> = {
  'IPv4 in IPv6': '[::ffff:127.0.0.1]',
  'IPv4 in IPv6, in hexadecimal': '[::ffff:7f00:1]',
  'the unspecified address': '0.0.0.0',
  'the unspecified address of IPv6': '[::]',
  NAT64: '[64:ff9b::7f00:1]',
  '6to4': '[2002:7f00:1::]',
  'a name that leads to IPv4 in IPv6': 'mapped.test',
  'a metadata service': '169.254.169.254',
  'a metadata service of IPv6': '[fd00:ec2::254]',
  'a name that leads to a metadata service': 'metadata.test',
};

/**
 * These reach the victim without a relay, most of them over UDP. Chromium prefetches nothing
 * through a proxy.
 */
const aroundProxies: Readonly<Record<string, string>> = {
  'STUN over UDP': peers('stun:${target}'),
  'TURN over UDP': peers('turn:${target}'),
  'prefetch by speculation rules': rules('prefetch', 'url'),
  WebTransport: "await new WebTransport('https://' + target).ready",
};

const peerConnections: Readonly<Record<string, string>> = {
  'TURN over TCP': peers('turn:${target}?transport=tcp'),
  'TURN over TLS': peers('turns:${target}?transport=tcp'),
};

function casesOf(
  codes: Readonly<Record<string, string>>,
  more: Pick<AttackCase, 'reachedBy' | 'isAlone'> = {},
): AttackCase[] {
  return Object.entries(codes).map(([name, code]) => ({ name, code, ...more }));
}

function hostCases(
  named: Readonly<Record<string, string>>,
  more: Pick<AttackCase, 'reachedBy'> = {},
): AttackCase[] {
  const code = "await fetch(url, { mode: 'no-cors' })";
  return Object.entries(named).map(([name, host]) => ({ name, host, code, ...more }));
}

export const attackCases: readonly AttackCase[] = [
  ...casesOf(requests),
  ...casesOf(elements),
  ...casesOf(navigations, { isAlone: true }),
  ...casesOf(pageSettings, { isAlone: true }),
  ...casesOf(background),
  ...casesOf(peerConnections),
  ...casesOf(aroundProxies, { reachedBy: 'direct' }),
  ...hostCases(hosts),
  {
    name: 'a name that changes: DNS rebinding',
    host: 'rebinding.test',
    code: "for (const path of ['1', '2', '3']) await fetch(url + path, { mode: 'no-cors' }).catch(() => 0)",
  },
  ...hostCases(reservedHosts, { reachedBy: 'nothing' }),
];

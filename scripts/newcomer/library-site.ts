import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

interface Card {
  readonly number: string;
  readonly pin: string;
  /** Positions in the list of loans. */
  readonly dueSoon: readonly number[];
}

export const CARD: Card = { number: '20417', pin: '8852', dueSoon: [0, 2, 4] };
/** A card not in the newcomer's instructions: it shows whether an automation reads the list. */
export const OTHER_CARD: Card = { number: '30533', pin: '1904', dueSoon: [1, 3] };
const TITLES = [
  'Tides and Harbours',
  'The Salt Road',
  'A Field Guide to Lichens',
  'Night Trains',
  'Letters from Tromsø',
];

/** The titles that a receipt must list, and the cost of renewing them. */
export function expectedOf({ dueSoon }: Card) {
  const titles = dueSoon.map((number) => TITLES[number] ?? '');
  return { titles, cost: (titles.length * 0.5).toFixed(2) };
}

/** The card of each visitor and the numbers of the loans renewed, by the value of the cookie. */
type Visitors = Map<string, { readonly card: Card; readonly renewed: Set<number> }>;

/**
 * A library's site for people who write their first automation: a sign-in inside a frame, a list to
 * iterate, and a download. The documentation does not mention it.
 */
export function createLibrarySite(): RequestListener {
  const visitors: Visitors = new Map();
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://library.example');
    const visitor = visitors.get(/card=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    if (pathname === '/') return sendPage(response, '<p><a href="/account">My account</a></p>');
    if (pathname === '/account') {
      return sendPage(response, '<iframe title="Sign in" src="/card" height="220"></iframe>');
    }
    if (pathname === '/card') return sendPage(response, CARD_FORM);
    if (pathname === '/sign-in') {
      return void text(request).then((body) => signIn(response, body, visitors));
    }
    if (!visitor) return redirect(response, '/account');
    const { card, renewed } = visitor;
    if (pathname === '/loans') return sendPage(response, listLoans(searchParams, card, renewed));
    if (pathname === '/receipt.csv') return sendReceipt(response, renewed);
    const [, number = '', isConfirmed] = /^\/loans\/(\d)(\/confirm)?$/.exec(pathname) ?? [];
    const title = TITLES[Number(number)];
    if (number === '' || !title) return void response.writeHead(404).end('There is no such page.');
    if (isConfirmed === undefined) return sendPage(response, confirmForm(number, title));
    renewed.add(Number(number));
    redirect(response, '/loans?show=soon');
  };
}

const CARD_FORM = `<form method="post" action="/sign-in" target="_top">
  <p><label>Card number <input name="number"></label></p>
  <p><label>PIN <input name="pin" type="password"></label></p>
  <button>Enter</button></form>`;

function signIn(response: ServerResponse, body: string, visitors: Visitors): void {
  const given = new URLSearchParams(body);
  const card = [CARD, OTHER_CARD].find(({ number }) => number === given.get('number'));
  if (!card || given.get('pin') !== card.pin) {
    sendPage(response, '<p role="alert">This card is not known.</p>');
    return;
  }
  const visitor = randomUUID();
  visitors.set(visitor, { card, renewed: new Set() });
  redirect(response, '/loans', { 'set-cookie': `card=${visitor}; HttpOnly; Path=/` });
}

function listLoans(query: URLSearchParams, card: Card, renewed: ReadonlySet<number>): string {
  const isSoon = query.get('show') === 'soon';
  const rows = TITLES.map((title, number) => {
    const isDueSoon = card.dueSoon.includes(number);
    if (isSoon && !isDueSoon) return '';
    const action = renewed.has(number)
      ? 'Renewed'
      : `<a href="/loans/${number}" aria-label="Renew ${title}">Renew</a>`;
    return `<tr><td>${title}</td><td>${isDueSoon ? 'due soon' : 'next month'}</td><td>${action}</td></tr>`;
  });
  return `<form><label>Show <select name="show"><option value="all">All loans</option>
    <option value="soon" ${isSoon ? 'selected' : ''}>Due soon</option></select></label> <button>Show loans</button></form>
    <table><thead><tr><th>Title</th><th>Due</th><th>Action</th></tr></thead><tbody>${rows.join('')}</tbody></table>
    <p>Renewals cost <b id="cost">${(renewed.size * 0.5).toFixed(2)}</b> EUR.</p>
    <p><a href="/receipt.csv">Download receipt</a></p>`;
}

function confirmForm(number: string, title: string): string {
  return `<p>Renew “${title}” for 0.50 EUR?</p>
    <form method="post" action="/loans/${number}/confirm"><button>Confirm renewal</button></form>`;
}

function sendReceipt(response: ServerResponse, renewed: ReadonlySet<number>): void {
  const lines = [...renewed].map((number) => `"${TITLES[number]}",0.50\n`);
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="receipt.csv"',
  });
  response.end(`title,price\n${lines.join('')}`);
}

function sendPage(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>Marlow Library</title><h1>Marlow Library</h1>${content}</html>`,
  );
}

function redirect(response: ServerResponse, location: string, headers = {}): void {
  response.writeHead(303, { location, ...headers }).end();
}

import { Router, type Request, type Response } from 'express';
import { totalCents, type Order } from '../catalogue/orders.ts';
import { findQuote, quotes, type Quote } from '../catalogue/quotes.ts';
import { readInteger, readText } from '../http/form-fields.ts';
import { readOrderQuery } from '../http/order-query.ts';
import { MAX_DELAY_MS, respondAfter } from '../http/respond-after.ts';
import { requireLogin } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import { activityFeed } from './activity-feed.ts';
import { findCertificates } from './certificates.ts';
import { readNewOrder } from './new-order.ts';

/** Serves the JSON that the pages load, for tests that watch the network. */
export function createApi(site: Site): Router {
  const router = Router();
  router.get('/orders', requireLogin(site), (request, response) => {
    const { orders, ...list } = site.orders.list(readOrderQuery(request.query));
    response.json({ ...list, orders: orders.map(toJson) });
  });
  router.post(
    '/orders',
    requireLogin(site),
    respondAfter(() => site.options.saveDelayMs, place(site)),
  );
  router.get('/quotes', (request, response) => {
    const search = readText(request.query, 'search').toLowerCase();
    const isFound = ({ symbol, name }: Quote) => `${symbol} ${name}`.toLowerCase().includes(search);
    response.json({ quotes: quotes.filter(isFound) });
  });
  router.get(
    '/quotes/:symbol',
    respondAfter(readDelay, (request, response) => {
      const quote = findQuote(request.params.symbol);
      if (quote === undefined) response.status(404).json({ error: 'There is no such symbol.' });
      else response.json(quote);
    }),
  );
  router.get('/activity', requireLogin(site), (request, response) => {
    const from = readInteger(request.query, 'from', { min: 0, max: 1_000, fallback: 0 });
    response.json(activityFeed(from));
  });
  router.post('/certificates/:kind', (request, response, next) => {
    const found = findCertificates(request.params.kind, request.body);
    if (found === undefined) next();
    else response.json(found);
  });
  router.delete('/reports/:id', requireLogin(site), (request, response) => {
    const isRemoved = site.reports.remove(String(request.params['id']));
    response.status(isRemoved ? 204 : 404).end();
  });
  return router;
}

function place(site: Site) {
  return (request: Request, response: Response) => {
    const reading = readNewOrder(request.body, site.options.today);
    if ('problems' in reading) response.status(422).json(reading);
    else response.status(201).json(toJson(site.orders.place(reading.order)));
  };
}

function readDelay(request: Request<{ symbol: string }>): number {
  return readInteger(request.query, 'delay', { min: 0, max: MAX_DELAY_MS, fallback: 0 });
}

function toJson(order: Order) {
  const { number, orderedOn, deliveryOn, customer, status } = order;
  return { number, orderedOn, deliveryOn, customer, status, totalCents: totalCents(order) };
}

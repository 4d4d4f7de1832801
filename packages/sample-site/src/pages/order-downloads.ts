import { Router, type Request, type RequestHandler, type Response } from 'express';
import { totalCents, type Order } from '../catalogue/orders.ts';
import { toCsv } from '../html/csv.ts';
import { toDollars } from '../html/money.ts';
import { toPdf } from '../html/pdf.ts';
import { sendFile } from '../http/send-file.ts';
import { readOrderQuery } from '../http/order-query.ts';
import { respondAfter } from '../http/respond-after.ts';
import { requireLogin } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import type { OrderStore } from '../state/order-store.ts';

export function orderDownloads(site: Site): Router {
  const router = Router();
  router.use('/orders', requireLogin(site));
  router.get(
    '/orders/export',
    respondAfter(() => site.options.exportDelayMs, sendList(site.orders)),
  );
  router.get(
    '/orders/:number/download.csv',
    sendOrder(site.orders, (order) => order.number),
  );
  // The same name for every order, so that a browser must keep two files of the same name apart.
  router.get(
    '/orders/:number/statement.csv',
    sendOrder(site.orders, () => 'statement'),
  );
  router.get('/orders/:number/invoice.pdf', (request, response, next) => {
    const order = site.orders.find(request.params.number);
    if (order === undefined) {
      next();
      return;
    }
    const isInline = request.query['display'] === 'inline';
    sendFile(response, {
      filename: `invoice-${order.number}.pdf`,
      type: 'application/pdf',
      content: toPdf(invoiceLines(order)),
      isInline,
    });
  });
  return router;
}

const listHeader = ['Order', 'Date', 'Customer', 'Status', 'Total'];

function sendList(orders: OrderStore) {
  return (request: Request, response: Response) => {
    const query = { ...readOrderQuery(request.query), page: 1, rows: Number.MAX_SAFE_INTEGER };
    const content = toCsv([listHeader, ...orders.list(query).orders.map(listRow)]);
    sendFile(response, { filename: 'orders.csv', type: 'text/csv', content });
  };
}

function listRow(order: Order): readonly string[] {
  return [
    order.number,
    order.orderedOn,
    order.customer,
    order.status,
    (totalCents(order) / 100).toFixed(2),
  ];
}

function sendOrder(
  orders: OrderStore,
  nameOf: (order: Order) => string,
): RequestHandler<{ number: string }> {
  return (request, response, next) => {
    const order = orders.find(request.params.number);
    if (order === undefined) {
      next();
      return;
    }
    sendFile(response, {
      filename: `${nameOf(order)}.csv`,
      type: 'text/csv',
      content: toCsv([
        ['Order', 'SKU', 'Product', 'Quantity', 'Unit price'],
        ...order.lines.map(({ sku, product, quantity, unitPriceCents }) => [
          order.number,
          sku,
          product,
          quantity,
          (unitPriceCents / 100).toFixed(2),
        ]),
      ]),
    });
  };
}

function invoiceLines(order: Order): readonly string[] {
  return [
    `Invoice ${order.number}`,
    `Harbor Supply to ${order.customer}, ${order.orderedOn}`,
    '',
    ...order.lines.map(
      ({ quantity, product, unitPriceCents }) =>
        `${quantity} x ${product} at ${toDollars(unitPriceCents)}`,
    ),
    '',
    `Total ${toDollars(totalCents(order))}`,
  ];
}

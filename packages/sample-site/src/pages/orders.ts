import { Router } from 'express';
import { orderStatuses, totalCents, type Order } from '../catalogue/orders.ts';
import { html, type Html } from '@errand/foundation';
import { toDollars } from '../html/money.ts';
import { readOrderQuery, rowChoices, toSearch } from '../http/order-query.ts';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import type { OrderPage, OrderQuery, SortKey } from '../state/order-store.ts';
import { orderPage, statusBadge } from './order.ts';

export function orderPages(site: Site): Router {
  const router = Router();
  router.get('/orders', requireLogin(site), (request, response) => {
    const query = readOrderQuery(request.query);
    sendPage(response, {
      title: 'Orders',
      content: orderList(query, site.orders.list(query)),
      scripts: ['orders'],
    });
  });
  router.get('/orders/:number', requireLogin(site), (request, response, next) => {
    const order = site.orders.find(String(request.params['number']));
    if (order === undefined) next();
    else sendPage(response, { title: `Order ${order.number}`, content: orderPage(order) });
  });
  return router;
}

function orderList(query: OrderQuery, list: OrderPage): Html {
  return html`<div class="heading">
      <h1>Orders</h1>
      <div class="actions">
        <form action="/orders/export">
          <input type="hidden" name="status" value="${query.status}" />
          <button class="plain">Export orders</button>
        </form>
        <button type="button" class="plain" id="save-page">Save this page</button>
        <a class="button" href="/orders/new">New order</a>
      </div>
    </div>
    ${filterForm(query)}
    <section class="card">
      <table id="orders">
        <thead>
          <tr>
            ${columns.map((column) => columnHeader(column, query))}
            <th scope="col">Files</th>
          </tr>
        </thead>
        <tbody>
          ${list.orders.map(orderRow)}
        </tbody>
      </table>
      ${list.found === 0 ? html`<p class="empty">No order matches the filters.</p>` : undefined}
      ${paging(query, list)}
    </section>`;
}

function filterForm(query: OrderQuery): Html {
  return html`<form class="card filters" action="/orders">
    <p>
      <label for="search">Search orders</label>
      <input
        id="search"
        name="search"
        type="search"
        placeholder="Number or customer"
        value="${query.search}"
      />
    </p>
    <p>
      <label for="status">Status</label>
      <select id="status" name="status">
        <option value="">All statuses</option>
        ${orderStatuses.map((status) => option(status, status === query.status))}
      </select>
    </p>
    <p>
      <label for="rows">Rows per page</label>
      <select id="rows" name="rows">
        ${rowChoices.map((rows) => option(String(rows), rows === query.rows))}
      </select>
    </p>
    <button type="submit">Apply filters</button>
  </form>`;
}

function option(name: string, isSelected: boolean): Html {
  return html`<option ${isSelected ? html`selected` : undefined}>${name}</option>`;
}

const columns: readonly (readonly [SortKey, string])[] = [
  ['number', 'Order'],
  ['date', 'Date'],
  ['customer', 'Customer'],
  ['status', 'Status'],
  ['total', 'Total'],
];

function columnHeader([key, name]: readonly [SortKey, string], query: OrderQuery): Html {
  const isSorted = query.sort === key;
  const order = query.isDescending ? 'descending' : 'ascending';
  const search = toSearch(query, { sort: key, isDescending: isSorted && !query.isDescending });
  return html`<th scope="col" ${isSorted ? html`aria-sort="${order}"` : undefined}>
    <a href="/orders?${search}">${name}</a>
  </th>`;
}

function orderRow(order: Order): Html {
  const path = `/orders/${order.number}`;
  return html`<tr class="order-row">
    <td><a href="${path}">${order.number}</a></td>
    <td>${order.orderedOn}</td>
    <td>${order.customer}</td>
    <td>${statusBadge(order.status)}</td>
    <td class="amount">${toDollars(totalCents(order))}</td>
    <td class="files">
      <a href="${path}/download.csv">Download</a>
      <a href="${path}/invoice.pdf">Invoice</a>
      <a href="${path}/statement.csv">Statement</a>
    </td>
  </tr>`;
}

function paging(query: OrderQuery, { page, pages, found }: OrderPage): Html {
  const link = (name: string, target: number) =>
    target < 1 || target > pages
      ? html`<span class="hint">${name}</span>`
      : html`<a href="/orders?${toSearch(query, { page: target })}">${name}</a>`;
  return html`<nav class="paging" aria-label="Pagination">
    ${link('Previous', page - 1)}
    <span>Page ${page} of ${pages} (${found} orders)</span>
    ${link('Next', page + 1)}
  </nav>`;
}

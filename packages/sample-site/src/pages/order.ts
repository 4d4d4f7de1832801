import { totalCents, type Order, type OrderLine, type OrderStatus } from '../catalogue/orders.ts';
import { html, type Html } from '@errand/foundation';
import { toDollars } from '../html/money.ts';

export function orderPage(order: Order): Html {
  return html`<p><a href="/orders">Back to the list</a></p>
    <div class="heading">
      <h1>Order ${order.number}</h1>
      ${downloads(order)}
    </div>
    <div class="columns">
      <section class="card">
        <table class="facts">
          <tbody>
            ${fact('Status', html`<span data-testid="order-status">${statusBadge(order.status)}</span>`)}
            ${fact('Total', html`<span data-testid="order-total">${total(order)}</span>`)}
            ${fact('Customer', html`${order.customer}`)}
            ${fact('Ordered on', html`${order.orderedOn}`)}
            ${fact('Delivery on', html`${order.deliveryOn}`)}
            ${order.notes === '' ? undefined : fact('Notes', html`${order.notes}`)}
          </tbody>
        </table>
      </section>
      <section class="card">
        <h2>Lines</h2>
        ${lineTable(order)}
      </section>
    </div>`;
}

export function statusBadge(status: OrderStatus): Html {
  const style = status.toLowerCase().replace(' ', '-');
  return html`<span class="badge ${style}">${status}</span>`;
}

function total(order: Order): string {
  return toDollars(totalCents(order));
}

function downloads({ number }: Order): Html {
  const path = `/orders/${number}`;
  return html`<div class="actions">
    <a class="button" href="${path}/download.csv">Download CSV</a>
    <a class="button plain" href="${path}/invoice.pdf">Download invoice</a>
    <a class="button plain" href="${path}/invoice.pdf?display=inline">View invoice</a>
  </div>`;
}

function fact(name: string, value: Html): Html {
  return html`<tr>
    <td class="name">${name}</td>
    <td>${value}</td>
  </tr>`;
}

function lineTable(order: Order): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col">Quantity</th>
        <th scope="col">Price</th>
      </tr>
    </thead>
    <tbody>
      ${order.lines.map(lineRow)}
    </tbody>
  </table>`;
}

function lineRow(line: OrderLine): Html {
  return html`<tr class="invoiceRow">
    <td>${line.product} <span class="hint">${line.sku}</span></td>
    <td>${line.quantity}</td>
    <td class="amount">${toDollars(line.unitPriceCents)}</td>
  </tr>`;
}

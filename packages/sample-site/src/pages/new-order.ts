import { Router } from 'express';
import { deliveryMethods, extras, products, warehouses } from '../catalogue/products.ts';
import { html, type Html } from '@errand/foundation';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';

export function newOrderPages(site: Site): Router {
  const router = Router();
  router.get('/orders/new', requireLogin(site), (_request, response) => {
    const content = orderForm(site.options.today);
    sendPage(response, { title: 'New order', content, scripts: ['new-order'] });
  });
  router.get('/orders/:number/confirmation', requireLogin(site), (request, response, next) => {
    const order = site.orders.find(String(request.params['number']));
    if (order === undefined) {
      next();
      return;
    }
    const content = confirmation(order.number, order.deliveryOn);
    sendPage(response, { title: 'Order confirmed', content });
  });
  return router;
}

function orderForm(today: string): Html {
  return html`<h1>New order</h1>
    <form id="new-order" class="card form-grid" novalidate>
      <div class="alert wide" role="alert" hidden></div>
      <p>
        <label for="company">Company name</label>
        <input id="company" name="company" required maxlength="100" />
      </p>
      <p>
        <label for="contact">Contact email</label>
        <input id="contact" name="contact" type="email" required />
      </p>
      <p>
        <label for="product">Product</label>
        <select id="product" name="product" required>
          <option value="">Choose a product</option>
          ${products.map(({ sku, name }) => html`<option value="${sku}">${name}</option>`)}
        </select>
      </p>
      <p>
        <label for="quantity">Quantity</label>
        <input id="quantity" name="quantity" type="number" min="1" max="999" value="1" required />
      </p>
      ${deliveryFields(today)}
      <p class="wide">
        <label for="notes">Notes</label>
        <textarea id="notes" name="notes" rows="3" maxlength="500"></textarea>
      </p>
      <p class="wide choice">
        <input id="terms" name="terms" type="checkbox" required />
        <label for="terms">I agree to the terms</label>
      </p>
      <p class="wide actions">
        <button type="submit" disabled>Place order</button>
        <span id="saving" class="spinner" data-testid="loading-spinner" hidden>Saving…</span>
      </p>
    </form>`;
}

function deliveryFields(today: string): Html {
  return html`<p>
      <label for="delivery-date">Delivery date</label>
      <input id="delivery-date" name="deliveryDate" type="date" min="${today}" required />
    </p>
    ${warehouseBox}
    <fieldset>
      <legend>Delivery method</legend>
      ${deliveryMethods.map(
        (method, index) =>
          html`<label class="choice">
            <input type="radio" name="method" value="${method}" ${index === 0 ? 'checked' : ''} />
            ${method}
          </label>`,
      )}
    </fieldset>
    <p>
      <label for="extras">Extras</label>
      <select id="extras" name="extras" multiple size="3">
        ${extras.map((extra) => html`<option>${extra}</option>`)}
      </select>
    </p>
    <p class="wide">
      <label for="urgency">Urgency <output id="urgency-value">3</output></label>
      <input id="urgency" name="urgency" type="range" min="0" max="10" value="3" />
    </p>`;
}

const warehouseBox = html`<div class="combobox">
  <span id="warehouse-label" class="label">Warehouse</span>
  <button
    type="button"
    id="warehouse"
    role="combobox"
    aria-labelledby="warehouse-label warehouse"
    aria-haspopup="listbox"
    aria-expanded="false"
    aria-controls="warehouse-options"
  >
    Choose a warehouse
  </button>
  <ul id="warehouse-options" role="listbox" aria-labelledby="warehouse-label" hidden>
    ${warehouses.map((name) => html`<li role="option" aria-selected="false">${name}</li>`)}
  </ul>
</div>`;

function confirmation(number: string, deliveryOn: string): Html {
  return html`<section class="card narrow">
    <h1>Order confirmed</h1>
    <p role="status">
      Your order number is <b data-testid="order-number">${number}</b>. It is planned for
      <span data-testid="delivery-date">${deliveryOn}</span>.
    </p>
    <p class="actions">
      <a class="button" href="/orders/${number}">See the order</a>
      <a class="button plain" href="/orders/new">Place another</a>
    </p>
  </section>`;
}

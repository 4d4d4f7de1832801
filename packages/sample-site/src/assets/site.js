/** What every page does: banner, alerts that close, menus that open. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null) return;
  const { cookies, toggle, reveal, remove, dismiss } = button.dataset;
  if (cookies !== undefined) acceptCookies(cookies);
  if (dismiss !== undefined) button.closest('[role=alert]').remove();
  if (remove !== undefined) document.getElementById(remove).remove();
  if (reveal !== undefined) document.getElementById(reveal).hidden = false;
  if (toggle !== undefined) {
    const menu = document.getElementById(toggle);
    menu.hidden = !menu.hidden;
    button.setAttribute('aria-expanded', String(!menu.hidden));
  }
});

function acceptCookies(choice) {
  document.cookie = `harbor_cookies=${choice}; path=/; max-age=31536000; samesite=lax`;
  document.getElementById('cookie-banner').remove();
}

/** Makes a button with role combobox open its list; choosing sets text and data-value. */
export function setUpCombobox(combobox, onChoose) {
  const list = document.getElementById(combobox.getAttribute('aria-controls'));
  const show = (isOpen) => {
    list.hidden = !isOpen;
    combobox.setAttribute('aria-expanded', String(isOpen));
  };
  combobox.addEventListener('click', () => show(list.hidden));
  list.addEventListener('click', ({ target }) => {
    if (target.role !== 'option') return;
    for (const option of list.children) {
      option.setAttribute('aria-selected', String(option === target));
    }
    combobox.textContent = target.textContent;
    combobox.dataset.value = target.textContent;
    show(false);
    onChoose();
  });
  document.addEventListener('click', ({ target }) => {
    if (target !== combobox) show(false);
  });
}

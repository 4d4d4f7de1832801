const tabs = [...document.querySelectorAll('[role=tab]')];

for (const tab of tabs) {
  tab.addEventListener('click', () => {
    for (const other of tabs) {
      other.setAttribute('aria-selected', String(other === tab));
      document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
  });
}

/** A page with controls that are not native HTML: each shows in the output what was done to it. */
export const widgetPage = `<!doctype html><meta charset=utf-8><title>Widgets</title>
  <style>li { width: 120px } li ul { display: none; position: absolute; left: 60px; background: #fff } li:hover > ul { display: block }
    #proxy { position: absolute; width: 0; height: 0 } x-vault, #vault, #safe { display: block; width: 150px } #feed { height: 80px; overflow: auto } #feed p { height: 200px } #grid, #editor { width: 300px; height: 30px; border: 1px solid }</style>
  <ul><li id=menu>Edit<ul><li><button id=paste>Paste</button></li></ul></li></ul>
  <label>Tags <input id=tags></label> <label>Date <input id=date></label>
  <div id=editor contenteditable=true>Old text</div> <button id=bold>Bold</button>
  <div id=grid>Cell</div><div id=proxy tabindex=0 role=textbox aria-label=Keys></div>
  <label>Note <textarea id=note></textarea></label>
  <div role=treeitem id=branch style="width: 300px"><span id=twisty>+</span> Branch</div>
  <x-vault></x-vault><div id=vault></div><div id=safe tabindex=0></div>
  <div id=code role=textbox tabindex=0 aria-label=PIN>Code</div>
  <div id=phrase contenteditable=true aria-label=Password>Word</div>
  <table><tr><td id=login>Login<td id=writes tabindex=0>....<td id=second tabindex=0>....<td id=late tabindex=0>....<td id=becomes tabindex=0>....</table>
  <label>Code <input id=blurred></label>
  <canvas id=canvas tabindex=0 width=150 height=20></canvas>
  <div id=drawn-line role=textbox tabindex=0 aria-label=Unlock>Line</div><div id=drawn-edit contenteditable=true aria-label=Key>Edit</div>
  <div id=drawn-secret role=textbox aria-multiline=true tabindex=0 aria-label=Password>Secret</div>
  <section><button>Sort</button></section>
  <label>Item <input id=item></label> <label>Line <textarea id=line></textarea></label> <div id=chat contenteditable=true></div>
  <input class=amount aria-label="Amount of INV-1"> <button id=next>Next invoice</button> <a id=orders href=#orders>Orders</a> <p id=where></p> <button id=ask onclick="prompt('Your password')">Ask</button>
  <label>Hours <select id=hours><option value=9>None<option value=0>1<option value=1>2</select></label>
  <iframe id=consent style="height: 40px" srcdoc="<button onpointerup='parent.said.textContent += &quot;agreed; &quot;; frameElement.remove()'>Agree</button>"></iframe>
  <div id=list tabindex=0 role=listbox aria-label=Sizes>0</div><div id=feed tabindex=0><p>Row</p></div>
  <div id=log style="height: 100px; overflow: auto"><p style="height: 900px">Old</p><button id=entry>Entry</button><p style="height: 900px">New</p></div><p id=said></p>
  <script>
    const say = (text) => { said.textContent += text + '; '; };
    paste.onclick = () => say('pasted');
    tags.oninput = () => { if (!tags.value.endsWith(',')) return; say('tag ' + tags.value); tags.value = ''; };
    tags.onkeydown = ({ key }) => { if (key === 'Backspace' && tags.value === '') say('untagged'); };
    date.onkeydown = (event) => { if (event.key.length > 1) return; event.preventDefault();
      date.value += event.key + (date.value.length === 1 ? '/' : ''); };
    bold.onmousedown = (event) => event.preventDefault();
    bold.onclick = () => { document.execCommand('bold'); say('bold ' + (editor.querySelector('b')?.textContent ?? '')); };
    grid.onclick = () => proxy.focus();
    proxy.onkeydown = ({ key }) => say('key ' + key);
    note.onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault(); say('noted ' + note.value); };
    twisty.onclick = (event) => { event.stopPropagation(); say('unfolded'); };
    branch.onclick = () => say('selected');
    const openIn = (cell, type, value = '') => {
      const field = document.createElement('input');
      cell.replaceChildren(Object.assign(field, { type, value }));
      field.focus();
      return field;
    };
    const onFirstKey = (cell, open) => {
      cell.onkeydown = (event) => { if (event.target === cell && event.key.length === 1) open(event); };
    };
    onFirstKey(writes, (event) => { event.preventDefault(); openIn(writes, 'password', event.key); });
    let keys = 0;
    onFirstKey(second, () => { keys += 1; if (keys === 2) openIn(second, 'password'); });
    onFirstKey(late, () => { keys += 1; if (keys === 1) setTimeout(() => openIn(late, 'password'), 150); });
    onFirstKey(becomes, () => { const field = openIn(becomes, 'text');
      field.oninput = () => { if (field.value.length > 1) field.type = 'password'; }; });
    blurred.onblur = () => { blurred.type = 'password'; };
    for (const drawn of document.querySelectorAll('#canvas, [id^=drawn-]')) {
      const context = new EditContext();
      drawn.editContext = context;
      let text = '';
      context.ontextupdate = (event) => { text += event.text; if (drawn !== canvas) drawn.textContent = '*'.repeat(text.length); };
    }
    for (const host of [document.querySelector('x-vault'), vault, safe]) {
      host.attachShadow({ mode: 'closed' }).innerHTML = '<input type=password style="width: 100%">';
    }
    list.onkeydown = (event) => { if (event.key === 'Enter') say('size ' + list.textContent);
      if (event.key === 'ArrowDown') { event.preventDefault(); list.textContent = Number(list.textContent) + 1; } };
    feed.onscroll = () => { if (feed.scrollTop + 84 > feed.scrollHeight && feed.children.length < 4) {
      feed.append(document.createElement('p')); say('rows ' + feed.children.length); } };
    const sendOnEnter = (field, name) => { field.onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault();
      say(name + ' ' + (field.value ?? field.innerText)); if ('value' in field) field.value = ''; else field.textContent = ''; }; };
    sendOnEnter(item, 'item'); sendOnEnter(line, 'line'); sendOnEnter(chat, 'chat');
    const amount = document.querySelector('.amount');
    amount.oninput = () => say(amount.ariaLabel + ' is ' + amount.value);
    next.onclick = () => { amount.ariaLabel = 'Amount of INV-21'; amount.value = ''; };
    hours.onchange = () => say('hours ' + hours.selectedOptions[0].label);
    addEventListener('keydown', (event) => { if (event.ctrlKey && /k/i.test(event.key)) { event.preventDefault(); say(event.shiftKey ? 'shift k' : 'k'); } });
    (onhashchange = () => { where.textContent = 'At ' + location.hash; })();
    log.onscroll = () => { if (log.scrollTop + 104 > log.scrollHeight && log.children.length === 3) { log.append(document.createElement('p')); say('logged'); } };
    let sorted = 0;
    const sort = document.querySelector('section button');
    sort.onclick = () => { sorted += 1; sort.textContent = 'Sort ' + sorted; say('sorted'); };
  </script>`;

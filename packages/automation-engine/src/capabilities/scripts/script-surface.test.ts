import { expect, test } from '@jest/globals';
import { runExtraction } from '../../test/open-scripts.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.url === '/late') return setTimeout(() => response.end('late'), 1_000);
  return response.end(`<title>Other</title><p id=where>${request.url}</p>`);
});

const form = `<title>Form</title>
<label>Name <input id=name data-testid=name placeholder="Your name"></label>
<input id=off disabled value=x><input id=ro readonly>
<label><input type=checkbox id=news> News</label>
<select id=size><option>S</option><option value=m>M</option></select>
<button id=go onclick="out.textContent += 'go '" ondblclick="out.textContent += 'twice '" title="Start">Go</button>
<ul><li>one</li><li>two</li><li class=x>three</li></ul>
<p id=out></p><p id=secret hidden>hidden</p><input type=file id=file>
<iframe name=inner srcdoc="<button onclick='this.textContent=String(2)'>In</button>"></iframe>`;

const pythonOf = async (body: string, html: string | { path: string } = form) => {
  const { run, answer } = await runExtraction(stage, html, { body });
  expect(failureOf(run)).toBe('success');
  return answer;
};

test('finds and chains locators like Playwright', async () => {
  const body = `
import re
items = page.locator("li")
return {
  "count": await items.count(),
  "texts": await items.all_inner_texts(),
  "first": await items.first.inner_text(),
  "last": await items.last.text_content(),
  "nth": await items.nth(1).inner_text(),
  "filter": await items.filter(has_text=re.compile("^TH", re.I)).get_attribute("class"),
  "has": await page.locator("ul").filter(has=page.locator(".x")).count(),
  "and": await items.and_(page.locator(".x")).count(),
  "or": await items.or_(page.get_by_role("button", name="Go")).count(),
  "label": await page.get_by_label("Name").get_attribute("id"),
  "placeholder": await page.get_by_placeholder("Your name").count(),
  "test_id": await page.get_by_test_id("name").count(),
  "title": await page.get_by_title("Start").inner_text(),
  "text": await page.get_by_text("two", exact=True).count(),
  "braces": await page.get_by_text("{x[0]}").count(),
  "all": [await item.inner_text() for item in await items.all()],
  "frame": await page.frame_locator("iframe").get_by_role("button").inner_text(),
  "content_frame": await page.locator("iframe").content_frame.locator("button").count(),
  "command": await (await browser.get_locator_from_command('get_by_text("one")')).inner_text(),
  "query": [await (await page.query_selector("li")).inner_text(), await page.query_selector("b"), len(await page.query_selector_all("li"))],
}`;
  expect(await pythonOf(body)).toEqual({
    count: 3,
    texts: ['one', 'two', 'three'],
    first: 'one',
    last: 'three',
    nth: 'two',
    filter: 'x',
    has: 1,
    and: 1,
    or: 4,
    label: 'name',
    placeholder: 1,
    test_id: 1,
    title: 'Go',
    text: 1,
    braces: 0,
    all: ['one', 'two', 'three'],
    frame: 'In',
    content_frame: 1,
    command: 'one',
    query: ['one', null, 3],
  });
});

test('acts on elements and reads their state', async () => {
  const body = `
name, news, size = page.locator("#name"), page.locator("#news"), page.locator("#size")
await name.fill("Ann")
await name.press_sequentially("e!")
await name.press("Backspace")
filled = await name.input_value()
await name.press("Control+A")
await page.keyboard.type("Bob")
await page.keyboard.press("Shift+X")
await page.keyboard.insert_text("é")
await news.check()
checked = await news.is_checked()
await page.uncheck("#news")
await size.select_option("m")
await page.click("#go")
await page.locator("#go").dblclick()
await page.locator("#go").hover()
await name.focus()
focused = await page.evaluate("document.activeElement.id")
await name.blur()
await page.locator("iframe").scroll_into_view_if_needed()
box = await page.locator("#go").bounding_box()
await page.mouse.move(box["x"] + 2, box["y"] + 2)
await page.mouse.down()
await page.mouse.up()
await page.mouse.wheel(0, 10)
return {
  "filled": filled, "typed": await name.input_value(), "checked": [checked, await news.is_checked()],
  "size": await size.input_value(), "out": await page.inner_text("#out"), "focused": focused,
  "states": [await page.is_visible("#secret"), await page.is_hidden("#secret"), await page.is_enabled("#off"),
             await page.is_disabled("#off"), await page.is_editable("#ro"), await page.is_visible("#none")],
  "html": await page.inner_html("li >> nth=0"), "box": sorted(box),
  "png": [(await page.screenshot(full_page=True))[:4].hex(), (await page.locator("#go").screenshot(path="/tmp/x.png"))[:4].hex()],
  "written": open("/tmp/x.png", "rb").read()[:4].hex(),
}`;
  expect(await pythonOf(body)).toEqual({
    filled: 'Anne',
    typed: 'BobXé',
    checked: [true, false],
    size: 'm',
    out: 'go go go twice go',
    focused: 'name',
    states: [false, true, false, true, false, false],
    html: 'one',
    box: ['height', 'width', 'x', 'y'],
    png: ['89504e47', '89504e47'],
    written: '89504e47',
  });
});

test('rejects values that are too large before transferring them', async () => {
  const body = `
told = []
for script in ("'x'.repeat(2 ** 28)", "() => Array(400).fill('x'.repeat(2 ** 20))"):
  try:
    told.append(len(await page.evaluate(script)))
  except Exception as error:
    told.append(str(error))
return {"told": told}`;
  const { told } = (await pythonOf(body)) as { told: string[] };
  expect(told).toEqual(Array(2).fill('The value is larger than 16777216 characters.'));
});

test("evaluates JavaScript in the page's own realm", async () => {
  const body = `
await page.evaluate("window.mine = { n: 1 }")
return {
  "expression": await page.evaluate("window.mine.n + 1"),
  "function": await page.evaluate("(x) => [x.a, window.mine.n]", {"a": "b"}),
  "async": await page.evaluate("async () => { await null; return 'later'; }"),
  "statements": await page.evaluate("const a = 4; a * 2"),
  "nothing": await page.evaluate("() => undefined"),
  "element": await page.locator("li").first.evaluate("(e, x) => e.tagName + x + window.mine.n", "!"),
  "elements": await page.locator("li").evaluate_all("(all, x) => all.map((e) => e.textContent + x)", "?"),
  "frame": await page.frame("inner").evaluate("document.querySelector('button').textContent"),
}`;
  expect(await pythonOf(body)).toEqual({
    expression: 2,
    function: ['b', 1],
    async: 'later',
    statements: 8,
    nothing: null,
    element: 'LI!1',
    elements: ['one?', 'two?', 'three?'],
    frame: 'In',
  });
});

test('navigates between pages and waits for the requested state', async () => {
  const body = `
from playwright.async_api import TimeoutError as Late
first = page.url
await page.evaluate("setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id=late>late</b>'), 200)")
found = await page.wait_for_selector("#late", timeout=20_000)
late = await found.inner_text()
await page.evaluate("setTimeout(() => document.querySelector('#late').remove(), 100)")
await page.locator("#late").wait_for(state="detached", timeout=20_000)
await page.wait_for_function("(n) => document.title.length === n", arg=4)
misses = []
for wait in (page.locator("#no").wait_for(timeout=50), page.click("#no", timeout=50),
             page.locator("#out").wait_for(state="hidden", timeout=1) if False else page.wait_for_url("**/no", timeout=50)):
    try:
        await wait
    except Late as error:
        misses.append(type(error).__name__)
await page.goto(first.rsplit("/", 1)[0] + "/next?x=1")
await page.wait_for_load_state("networkidle")
second = [await page.title(), await page.inner_text("#where"), "Other" in await page.content()]
await page.evaluate("setTimeout(() => history.pushState({}, '', '/pushed/1'), 100)")
await page.wait_for_url("**/pushed/*")
await page.go_back()
await page.wait_for_url(lambda url: url.endswith("x=1"))
await page.reload()
async with page.expect_navigation() as event:
    await page.evaluate("setTimeout(() => location.href = '/clicked', 50)")
await event.value
third = await page.inner_text("#where")
refused = []
for url in ("file:///etc/passwd", "chrome://version", "javascript:1"):
    try:
        await page.goto(url)
    except Exception as error:
        refused.append("not allowed" in str(error))
return {"late": late, "misses": misses, "second": second, "third": third, "refused": refused}`;
  expect(await pythonOf(body)).toEqual({
    late: 'late',
    misses: ['TimeoutError', 'TimeoutError', 'TimeoutError'],
    second: ['Other', '/next?x=1', true],
    third: '/clicked',
    refused: [true, true, true],
  });
});

test('waits for the requests of a page that has loaded', async () => {
  const body = `
await page.evaluate("void fetch('/late').then((late) => late.text()).then((text) => { out.textContent = text })")
await page.wait_for_load_state("networkidle")
return {"text": await page.inner_text("#out")}`;
  expect(await pythonOf(body)).toEqual({ text: 'late' });
});

test('works with several pages and frames', async () => {
  const body = `
async with page.expect_popup() as event:
    await page.evaluate("window.open('/popup')")
popup = await event.value
await popup.wait_for_load_state()
opened = [await popup.inner_text("#where"), len(page.context.pages), ctx.get_page() == popup]
await browser.switch_tab(0)
back = ctx.get_page() == page
frames = [frame.name for frame in page.frames]
inner = page.frame(name="inner")
await inner.get_by_role("button").click()
clicked = await inner.locator("button").inner_text()
await popup.close()
extra = await page.context.new_page()
await extra.goto(page.url.rsplit("/", 1)[0] + "/extra")
await browser.close_current_tab()
await page.evaluate("document.cookie = 'a=b'")
cookies = [[c["name"], c["value"]] for c in await page.context.cookies(page.url)]
return {"opened": opened, "back": back, "frames": frames, "clicked": clicked, "closed": popup.is_closed(), "open": len(page.context.pages),
        "cookies": cookies, "size": sorted(page.viewport_size), "title": await browser.get_current_page_title()}`;
  expect(await pythonOf(body)).toEqual({
    opened: ['/popup', 2, true],
    back: true,
    frames: ['', 'inner'],
    clicked: '2',
    closed: true,
    open: 1,
    cookies: [['a', 'b']],
    size: ['height', 'width'],
    title: 'Form',
  });
});

const rejected: readonly (readonly [call: string, message: RegExp])[] = [
  ['page._channel.call_now("process.exit")', /no call "process.exit"/],
  ['page._channel.call_now("page.url", page=page._id)', /does not accept these values/],
  ['page._channel.call_now("page.url", page="p99", timeout=1)', /The page is closed/],
  ['page._channel.call_now("constructor")', /no call "constructor"/],
  ['await page.locator("li >> evil=1").count()', /evil/],
  ['await page.locator("li").click()', /matched 3 elements/],
  ['await page.keyboard.press("Nope")', /Unknown key: "Nope"/],
  ['await page.keyboard.press("A+B")', /modifiers are Alt/],
  ['await page.locator("ul").input_value()', /has no input value/],
  ['ctx.log("x", level="loud")', /does not accept these values/],
];

test('rejects unknown calls, wrong values and impossible acts with catchable errors', async () => {
  const attempts = rejected.map(
    ([call]) => `
try:
  ${call}
  messages.append("accepted")
except Exception as error:
  messages.append(str(error))`,
  );
  const body = `messages = []${attempts.join('')}\nreturn {"messages": messages}`;
  expect(await pythonOf(body)).toEqual({
    messages: rejected.map(([, message]) => expect.stringMatching(message)),
  });
});

test('a rejected call that is not caught ends the script with an error at its line', async () => {
  const [[call, message] = ['', /^$/]] = rejected;
  const { run } = await runExtraction(stage, form, { body: call });
  expect(failureOf(run)).toMatch(message);
  expect(failureOf(run)).toMatch(/^script_error: The script failed at line 4 /);
});

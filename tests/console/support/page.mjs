// A tab as a person uses it: visible elements are found by role and name, clicked and typed into.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 20_000; // the machine may be busy

// Runs in the page: waits until a condition holds, and returns whether it did. It looks after each
// change of the document, but limits the time that this takes; and every 100 ms in any case,
// because the value of a field is not part of the document.
const WAITER = `window.__holds = (condition) => new Promise((done) => {
  const began = performance.now();
  let timer = 0;
  const look = () => {
    const from = performance.now();
    let holds = false;
    try { holds = Boolean(condition()); } catch {}
    if (holds || from - began > ${PATIENCE_MS}) {
      observer.disconnect();
      return done(holds);
    }
    plan(100);
    earliest = performance.now() + 2 * (performance.now() - from);
  };
  let earliest = 0;
  const plan = (ms) => { clearTimeout(timer); timer = setTimeout(look, ms); };
  const observer = new MutationObserver(() => plan(Math.max(0, earliest - performance.now())));
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
});`;

// Runs in the page: the visible elements with that role and name.
const FINDER = `(() => {
  const roles = {
    button: 'button, summary, [role=button]', link: 'a[href]', textbox: 'input:not([type=checkbox]):not([type=range]), textarea, [role=combobox]',
    checkbox: 'input[type=checkbox]', combobox: 'select', row: 'tr[aria-rowindex]', heading: 'h1, h2, h3', cell: 'td', option: '[role=option]', any: '*',
  };
  const text = (e) => (e.innerText ?? e.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const name = (e) => {
    const label = e.getAttribute('aria-label');
    if (label) return label;
    if (e.labels && e.labels.length) return text(e.labels[0].querySelector('span') ?? e.labels[0]);
    return text(e) || e.title || e.placeholder || '';
  };
  window.__find = (role, wanted, exact) => [...document.querySelectorAll(roles[role] ?? role)].filter((e) => {
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    if (e.closest('details:not([open])') && !e.closest('summary')) return false;
    const found = name(e);
    return wanted === undefined || (exact ? found === wanted : found.toLowerCase().includes(wanted.toLowerCase()));
  });
})()`;

const KEYS = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }, Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 }, ArrowDown: { code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  ArrowUp: { code: 'ArrowUp', windowsVirtualKeyCode: 38 }, End: { code: 'End', windowsVirtualKeyCode: 35 },
  Home: { code: 'Home', windowsVirtualKeyCode: 36 }, Backspace: { code: 'Backspace', windowsVirtualKeyCode: 8 },
};

export class Page {
  #session;
  #connection;
  #looks = ''; // its size and theme
  problems = []; // complaints in the page's own console
  requests = []; // the addresses that it requested

  static async open(browser) {
    const page = new Page();
    page.#connection = browser.connection;
    const { targetId } = await browser.connection.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.connection.send('Target.attachToTarget', { targetId, flatten: true });
    page.#session = sessionId;
    page.targetId = targetId;
    browser.connection.listen((message) => { if (message.sessionId === sessionId) page.#note(message); });
    await Promise.all(['Page', 'Runtime', 'Network', 'Log'].map((domain) => page.send(`${domain}.enable`)));
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `${FINDER};\n${WAITER}` });
    return page;
  }

  #listeners = new Map();

  // Calls `listener` with the parameters of each such event of the DevTools protocol.
  on(method, listener) {
    this.#listeners.set(method, listener);
  }

  #note({ method, params }) {
    this.#listeners.get(method)?.(params);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error' && !/status of 4\d\d/.test(params.entry.text)) this.problems.push(params.entry.text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.problems.push(params.args.map((one) => one.value ?? one.description).join(' '));
  }

  send(method, params) {
    return this.#connection.send(method, params, this.#session);
  }

  // Ends the activity of the page, and forgets its history.
  async leave() {
    await this.send('Page.navigate', { url: 'about:blank' });
    this.#listeners.clear();
    [this.problems, this.requests] = [[], []];
  }

  // Sets the screen and the theme.
  async show({ width = 1280, height = 800, dark = false } = {}) {
    const looks = `${width} ${height} ${dark}`;
    if (looks === this.#looks) return;
    this.#looks = looks;
    await Promise.all([
      this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }),
      this.send('Emulation.setEmulatedMedia', { features: [
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }, { name: 'prefers-reduced-motion', value: 'reduce' },
      ] }),
    ]);
  }

  async goto(url) {
    await this.send('Page.navigate', { url });
    await this.holds("document.readyState === 'complete' && document.querySelector('footer') !== null", `the page ${url}`);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until a condition in the page holds. The error names the condition.
  async holds(condition, what) {
    if (!(await this.evaluate(`window.__holds(() => ${condition})`))) throw new Error(`not seen: ${what}; the page shows:\n${await this.text()}`);
  }

  // Waits for a condition that the page cannot evaluate by itself. The error names it.
  async until(condition, what) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await condition();
      if (value) return value;
      if (Date.now() > end) throw new Error(`not seen within ${PATIENCE_MS} ms: ${what}; the page shows:\n${await this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  text() {
    return this.evaluate('document.body.innerText');
  }

  // Text, or a regular expression.
  sees(wanted) {
    const fits = wanted instanceof RegExp ? `${wanted}.test(document.body.innerText)` : `document.body.innerText.includes(${JSON.stringify(wanted)})`;
    return this.holds(fits, String(wanted));
  }

  // Looks for text that disappears by itself and that `sees` may miss between two looks. To be
  // called before the action that makes it appear; the returned function waits for it.
  async watchFor(text) {
    await this.evaluate(`(window.__watched ??= {})[${JSON.stringify(text)}] = new Promise((seen) => {
      new MutationObserver((_, observer) => {
        if (!document.body.innerText.includes(${JSON.stringify(text)})) return;
        observer.disconnect();
        seen(true);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }); undefined`);
    return () => this.evaluate(`window.__watched[${JSON.stringify(text)}]`);
  }

  // Waits until an expression in the page has the expected value. The error shows the last
  // difference.
  async becomes(expression, expected) {
    let value;
    const isSame = async () => {
      value = await this.evaluate(expression);
      return isDeepStrictEqual(value, expected);
    };
    await this.until(isSame, expression).catch((error) => {
      assert.deepEqual(value, expected);
      throw error;
    });
  }

  missing(text) {
    return this.holds(`!document.body.innerText.includes(${JSON.stringify(text)})`, `${JSON.stringify(text)} gone`);
  }

  count(role, name, exact = false) {
    return this.evaluate(`window.__find(${JSON.stringify(role)}, ${JSON.stringify(name)}, ${exact}).length`);
  }

  // The middle of the first matching element, scrolled into view, after it has stopped moving.
  #place(role, name, exact) {
    const find = `window.__find(${JSON.stringify(role)}, ${JSON.stringify(name)}, ${exact})[0]`;
    return this.until(() => this.evaluate(`(async () => {
      const place = () => {
        const e = ${find};
        if (!e || e.disabled) return null;
        e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = e.getClientRects()[0]; // the first line of a link over two lines
        return { x: box.x + Math.min(box.width / 2, 300), y: box.y + box.height / 2 };
      };
      const first = place();
      await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
      const second = place();
      return first && second && first.x === second.x && first.y === second.y ? second : null;
    })()`), `${role} ${name}`);
  }

  async click(role, name, { exact = false, modifiers = 0 } = {}) {
    const { x, y } = await this.#place(role, name, exact);
    await Promise.all(['mouseMoved', 'mousePressed', 'mouseReleased'].map((type) => this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, modifiers })));
  }

  // Drops a file onto an element.
  drop(selector, name, text) {
    return this.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      for (const type of ['dragover', 'drop']) document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }));
    })()`);
  }

  // Turns the wheel above an element by `pixels`, at `speed` pixels per second.
  async scroll(selector, pixels, speed) {
    const { x, y } = await this.evaluate(`(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`);
    await this.send('Input.synthesizeScrollGesture', { x, y, yDistance: -pixels, speed, gestureSourceType: 'mouse' });
  }

  async key(key, modifiers = 0) {
    const known = KEYS[key] ?? { code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0), text: modifiers ? undefined : key };
    await Promise.all([
      this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, modifiers, ...known }),
      this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, modifiers, ...known, text: undefined }),
    ]);
  }

  control(key) {
    return this.key(key, 2);
  }

  // Replaces the contents of a field.
  async fill(name, text, role = 'textbox') {
    const hasCursor = `document.activeElement === window.__find(${JSON.stringify(role)}, ${JSON.stringify(name)}, false)[0]`;
    if (!(await this.evaluate(hasCursor))) {
      await this.until(async () => {
        await this.click(role, name);
        return this.evaluate(hasCursor);
      }, `the cursor in ${name}`);
    }
    await this.control('a');
    await this.type(text);
  }

  async type(text) {
    if (text === '') await this.key('Backspace');
    else await this.send('Input.insertText', { text });
  }

  // Chooses the option with that value, in the first list of that name that offers it: a filter may
  // have the name of a form's choice.
  async choose(name, value) {
    await this.until(() => this.evaluate(`(() => {
      const offers = (select) => [...select.options].some((one) => one.value === ${JSON.stringify(value)});
      const select = window.__find('combobox', ${JSON.stringify(name)}, false).find(offers);
      if (!select) return false;
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, ${JSON.stringify(value)});
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    })()`), `${name} with ${value}`);
  }

  address() {
    return this.evaluate('location.pathname + location.search');
  }

  // Waits until the address, below the console's, equals the text or matches the regular
  // expression.
  async leadsTo(wanted) {
    let address;
    const isThere = async () => {
      address = (await this.address()).replace('/_stator/console', '');
      return wanted instanceof RegExp ? wanted.test(address) : address === wanted;
    };
    await this.until(isThere, `the address ${wanted}`);
  }

  // As WebP, which is a third of PNG's size.
  async screenshot(file) {
    await this.evaluate("document.fonts.ready.then(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen()))))");
    const { data } = await this.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }
}

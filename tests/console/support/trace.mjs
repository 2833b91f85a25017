// Chromium's own record of the work of a page, with times.

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing']; // the first has the tasks
const US = 1000;

export class Trace {
  #page;
  #events = [];

  static async start(page) {
    const trace = new Trace();
    trace.#page = page;
    page.on('Tracing.dataCollected', ({ value }) => trace.#events.push(...value));
    await page.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] } });
    return trace;
  }

  async stop() {
    const complete = new Promise((done) => this.#page.on('Tracing.tracingComplete', done));
    await this.#page.send('Tracing.end');
    await complete;
    return new Timeline(this.#events);
  }
}

// The work of the page's thread. All times are processor time of the thread, in milliseconds: other
// processes on the machine do not count.
class Timeline {
  #tasks;
  #marks;

  // The page is the one with the marks; see `performance.mark`.
  constructor(events) {
    const isMark = (one) => one.cat.includes('user_timing') && /^(begin|end|frame)$/.test(one.name);
    this.#marks = events.filter(isMark).sort((a, b) => a.ts - b.ts);
    const { pid, tid } = this.#marks[0] ?? {};
    this.#tasks = events.filter((one) => one.name === 'RunTask' && one.pid === pid && one.tid === tid && one.tdur);
  }

  #between(from, to) {
    const fits = ({ ts, dur }) => ts + dur / 2 >= from && ts + dur / 2 < to;
    return this.#tasks.filter(fits).reduce((sum, { tdur }) => sum + tdur / US, 0);
  }

  // Between each mark of one name and the next of the other.
  busy(begin, end) {
    const found = [];
    for (const one of this.#marks.filter(({ name }) => name === begin)) {
      const next = this.#marks.find(({ name, ts }) => name === end && ts > one.ts);
      if (next) found.push(this.#between(one.ts, next.ts));
    }
    return found;
  }
}

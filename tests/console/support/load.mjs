// The processor time that other processes used during a measurement. Elapsed times mean something
// only if it is small.
import { readFileSync, readdirSync } from 'node:fs';

const TICK_MS = 10; // of /proc, on every Linux
const CALM_SHARE = 0.15; // share of one processor

// By number, for each process: its parent, and its ticks, including those of its children that have
// ended.
function processes() {
  const found = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat;
    try {
      stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    } catch {
      continue; // it has ended
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
    found.set(Number(id), { parent: fields[1], ticks: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) });
  }
  return found;
}

// The ticks of this process and of all below it: Chromium, Stator.
function ownTicks() {
  const all = processes();
  const isOwn = (id) => id === process.pid || (all.has(id) && isOwn(all.get(id).parent));
  return [...all.keys()].filter(isOwn).reduce((sum, id) => sum + all.get(id).ticks, 0);
}

// User, nice, system, and the time that a hypervisor took.
function allTicks() {
  const fields = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))[1].split(' ').map(Number);
  return fields[0] + fields[1] + fields[2] + (fields[7] ?? 0);
}

const othersMs = () => (allTicks() - ownTicks()) * TICK_MS;

// Starts to measure. The returned function says whether other processes have been calm since then.
export function watchLoad() {
  const [began, before] = [performance.now(), othersMs()];
  return () => othersMs() - before < (performance.now() - began) * CALM_SHARE;
}

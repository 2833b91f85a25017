// Formats numbers, sizes and times for readers.

export const count = (n: number): string => n.toLocaleString('en-US');

export function bytes(n: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) { n /= 1024; unit++; }
  return `${unit === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)} ${units[unit]}`;
}

export function units(n: number): string {
  return n.toLocaleString('en-US', { maximumFractionDigits: n < 10 ? 2 : 1 });
}

export function milliseconds(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return duration(ms);
}

const STEPS: [string, number][] = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1_000]];

// 93_600_000 → "1 d 2 h"
export function duration(ms: number): string {
  const left = Math.abs(ms);
  for (let i = 0; i < STEPS.length; i++) {
    const [name, size] = STEPS[i]!;
    if (left < size) continue;
    const whole = Math.floor(left / size);
    const next = STEPS[i + 1];
    const rest = next ? Math.floor((left % size) / next[1]) : 0;
    return rest && whole < 10 ? `${whole} ${name} ${rest} ${next![0]}` : `${whole} ${name}`;
  }
  return `${Math.round(left)} ms`;
}

// "in 2 d", "3 min ago"
export function relative(ms: number, nowMs: number): string {
  return ms >= nowMs ? `in ${duration(ms - nowMs)}` : `${duration(nowMs - ms)} ago`;
}

// UTC, like DynamoDB's own times: "2026-01-03 09:00:00".
export function time(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

export function clockTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

// A distribution of milliseconds in the format of Stator's API: 500, "uniform:0:500",
// "exponential:200".
import type { Distribution } from '../api/shapes';

export function lagText(lag: Distribution): string {
  if (typeof lag === 'number') return String(lag);
  if ('fixed' in lag) return String(lag.fixed);
  if ('uniform' in lag) return `uniform:${lag.uniform.join(':')}`;
  return `exponential:${lag.exponential}`;
}

export function lagWords(lag: Distribution): string {
  if (typeof lag === 'number') return `${lag} ms`;
  if ('fixed' in lag) return lag.fixed ? `${lag.fixed} ms` : 'none';
  if ('uniform' in lag) return `${lag.uniform[0]} to ${lag.uniform[1]} ms`;
  return `about ${lag.exponential} ms`;
}

// Error: a sentence about the valid formats.
export function parseLag(text: string): Distribution {
  const parts = text.trim().split(':');
  const numbers = parts.slice(1).map(Number);
  if (/^\d+$/.test(text.trim())) return Number(text);
  if (parts[0] === 'uniform' && numbers.length === 2) return { uniform: [numbers[0]!, numbers[1]!] };
  if (parts[0] === 'exponential' && numbers.length === 1) return { exponential: numbers[0]! };
  throw new Error(`'${text}' is no lag: write 500, uniform:0:500 or exponential:200, in milliseconds.`);
}

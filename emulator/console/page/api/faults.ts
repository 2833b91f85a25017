// Fault rules in words.
import type { FaultRule } from './admin';

// What the parts of a rule say, as a person reads them: "operation PutItem, nth 1".
export const inWords = (value: unknown): string => JSON.stringify(value ?? {}).replace(/[{}"]/g, '').replace(/,/g, ', ').replace(/:/g, ' ');

// What the rule does; without the message of an error, which is a sentence.
export const effectOf = ({ fault: { message: _, ...rest } }: FaultRule): string => inWords(rest);

// Rules without a name are known by their number.
export const ruleName = (rule: FaultRule, i: number): string => rule.name ?? `rule-${i + 1}`;

// The parts of a rule that make the answer.
const ANSWERS = ['error', 'throttle', 'status', 'conflictAt', 'cancellationReasons', 'drop', 'truncate'];

export const makesAnswer = (rule: FaultRule): boolean => Object.keys(rule.fault).some((one) => ANSWERS.includes(one));

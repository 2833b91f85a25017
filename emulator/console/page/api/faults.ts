// Fault rules in words.
import type { CountedFaultRule } from './shapes';

// What the parts of a rule say, as a person reads them: "operation PutItem, nth 1".
export const inWords = (value: unknown): string => JSON.stringify(value ?? {}).replace(/[{}"]/g, '').replace(/,/g, ', ').replace(/:/g, ' ');

// What the rule does; without the message of an error, which is a sentence.
export const effectOf = ({ fault: { message: _, ...rest } }: CountedFaultRule): string => inWords(rest);

// The parts of a rule that make the answer.
const ANSWERS = ['error', 'throttle', 'status', 'conflictAt', 'cancellationReasons', 'drop', 'truncate'];

export const makesAnswer = (rule: CountedFaultRule): boolean => Object.keys(rule.fault).some((one) => ANSWERS.includes(one));

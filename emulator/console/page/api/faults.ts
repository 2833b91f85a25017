// Fault rules in words.
import type { CountedFaultRule } from './shapes';

// The conditions of a rule in readable form: "operation PutItem, nth 1".
export const inWords = (value: unknown): string => JSON.stringify(value ?? {}).replace(/[{}"]/g, '').replace(/,/g, ', ').replace(/:/g, ' ');

// The effect of the rule, without the message of an error, which is a whole sentence.
export const effectOf = ({ fault: { message: _, ...rest } }: CountedFaultRule): string => inWords(rest);

// The parts of a rule that determine the reply.
const ANSWERS = ['error', 'throttle', 'status', 'conflictAt', 'cancellationReasons', 'drop', 'truncate'];

export const makesAnswer = (rule: CountedFaultRule): boolean => Object.keys(rule.fault).some((one) => ANSWERS.includes(one));

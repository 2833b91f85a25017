export function setup(): Promise<void>;
export function teardown(): Promise<void>;

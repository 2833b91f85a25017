import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { maxConcurrency: 8, testTimeout: 120_000 } });

import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  setupFiles: ['tests/support/fail-on-console-error.ts'],
  // On a busy machine a test may lose a race that no user runs; those that needed another try are named at the end.
  retry: 2,
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{contracts,server,site,web,scripts}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

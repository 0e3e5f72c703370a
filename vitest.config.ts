import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const UNIT = ['{contracts,server,site,web,scripts}/**/*.test.{ts,tsx}']
/** Modules that they replace must not have been loaded before. */
const REPLACING = globSync(UNIT).filter((path) => readFileSync(path, 'utf8').includes('vi.mock('))

const shared = {
  environment: 'node' as const,
  setupFiles: ['tests/support/fail-on-console-error.ts'],
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 2,
}
const unit = { ...shared, testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading the server takes longer than most of its tests: a process loads it once, for all the files that it runs.
      { test: { ...unit, name: 'unit', include: UNIT, exclude: REPLACING, isolate: false } },
      { test: { ...unit, name: 'unit-isolated', include: REPLACING } },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // On a busy machine a browser may lose a race that no user runs. A test that needed another try is reported as a defect.
          retry: 2,
          // One process keeps its browser.
          isolate: false,
        },
      },
    ],
  },
})

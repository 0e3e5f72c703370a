import { globSync, readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_OPTIONS, chromiumPath } from './tests/support/chromium.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { pdfjs } from './web/reading/viewer/paged/pdf/vite-plugin-pdfjs.ts'
import { lightIcons } from './web/ui/vite-plugin-light-icons.ts'

const COMPONENT = ['web/**/*.browser.test.tsx']
const UNIT = ['{contracts,server,site,web,scripts,lab}/**/*.test.{ts,tsx}', 'tests/api/*.test.ts']
const BUNDLED = [
  ...['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-router', 'react-router/dom'],
  ...['react-hook-form', 'react-hot-toast', 'zod', 'axe-core', 'vitest-browser-react', 'tus-js-client'],
]
/** Test files that mock modules. They run isolated, because a module can only be mocked before it is loaded. */
const REPLACING = globSync(UNIT, { exclude: COMPONENT }).filter((path) => readFileSync(path, 'utf8').includes('vi.mock('))

/** Browser tests on a busy machine may fail because of timing that never affects users. A test that passes only on retry is reported. */
const RETRIES = 2

const shared = {
  maxWorkers: 2,
  globalSetup: ['tests/support/database-server.ts'],
  environment: 'node' as const,
  setupFiles: ['tests/support/fail-on-console-error.ts'],
  expect: { poll: { timeout: 60_000 } },
  // Limits for a hanging test, not for a slow machine: on a busy one, the site alone takes minutes to start.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/run-report.ts'],
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'full', description: 'Runs in npm run test:full, and not in npm test.' },
      { name: 'oldest', description: 'Runs in npm run test:full again, in the oldest browser that there is a package of.' },
      { name: 'property', description: 'Runs in both, in npm run test:full with more inputs.' },
    ],
    projects: [
      // Test files are not isolated, since loading the server takes longer than most tests: a process loads it once for all its files.
      { test: { ...shared, name: 'unit', include: UNIT, exclude: [...REPLACING, ...COMPONENT], isolate: false } },
      { test: { ...shared, name: 'unit-isolated', include: REPLACING } },
      {
        plugins: [tailwindcss(), lightIcons(), pdfjs()],
        // Bundled dependencies are listed explicitly, since Vite reloads the page when it discovers a dependency during the tests.
        optimizeDeps: { noDiscovery: true, include: BUNDLED },
        test: {
          name: 'component',
          include: COMPONENT,
          setupFiles: ['tests/support/component/setup.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          retry: RETRIES,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_OPTIONS },
              // Rendering animations takes as much CPU time as the tests. Animations are tested on the running product instead.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 740 } }],
          },
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/api/**'],
          retry: RETRIES,
          // Files are not isolated, so that all files of a process share a browser.
          isolate: false,
        },
      },
    ],
  },
})

import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { expect, TestRunner } from 'vitest'
import { CHROMIUM_OPTIONS, chromiumPath } from './chromium.ts'

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_OPTIONS, ...options })
}

let shared: Promise<Browser> | undefined

/** Returns the browser that all test files of this process share; it ends with the process. Each test opens its own profiles in it. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export const VIEWPORTS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const

/** Console messages about responses that a test blocks or replaces, and the router's message about navigation within a page. */
export const UNANSWERED =
  /Failed to (load resource|fetch)|ApiError|AbortError|NetworkError|did not load|preload (CSS|assets)|Not a URL|No client id|blocker on a POP navigation/

/** Playwright's warning when a page registers a service worker. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** Runs the check in each window size without reloading the page, then restores the window size. */
export async function inEachSize(
  page: Page,
  look: (viewport: { width: number; height: number }) => Promise<unknown>,
  sizes: readonly { width: number; height: number }[] = VIEWPORTS,
): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await look(size)
  }
  if (before && sizes.length > 0) await page.setViewportSize(before)
}

type Profile = Awaited<ReturnType<typeof openProfile>>
type ProfileOptions = BrowserContextOptions & {
  /** Pattern of expected console messages of the profile's pages, such as the status of a response that the test provokes */
  mayComplain?: RegExp
}

/** Time limit of a wait for something on a page, for a page that hangs, not for a slow machine */
const WAIT_MS = 90_000

/** Open profiles of the running test */
const profiles = new Set<Profile>()

/**
 * Opens a new profile with one page, whose `goto` and `reload` wait for hydration by default. In a test of
 * `browser-test.ts` the profile is closed at the end, and its unexpected console messages fail the test.
 */
export async function openProfile(
  browser: Browser,
  { width, height }: { width: number; height: number },
  baseURL: string,
  { mayComplain, ...options }: ProfileOptions = {},
) {
  const touch = width < 600
  // Service workers are blocked by default, because tests can't intercept requests that pass through one.
  const defaults = { serviceWorkers: 'block', hasTouch: touch, isMobile: touch } as const
  const context = await browser.newContext({ viewport: { width, height }, baseURL, ...defaults, ...options })
  context.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  context.on('page', (each) =>
    collectComplaints(each, (complaint, url) => {
      if (!mayComplain?.test(complaint) && !isBusyPage(complaint, url)) complaints.push(url ? `${complaint} at ${url}` : complaint)
    }),
  )
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) await waitForLife(page)
  const profile = { context, page, complaints }
  if (TestRunner.getCurrentTest()) profiles.add(profile)
  return profile
}

export async function closeProfiles(): Promise<void> {
  const opened = [...profiles]
  profiles.clear()
  for (const { context } of opened) await context.close()
  const complaints = opened.flatMap((profile) => profile.complaints).join('\n')
  // The message is the whole text, which the comparison would shorten.
  expect(complaints, complaints).toBe('')
}

async function waitForLife(page: Page) {
  await page.addInitScript(() => addEventListener('hydrated', () => Object.assign(window, { isHydrated: true })))
  // Pages outside the site, such as a gateway's page, are not hydrated.
  const life = () =>
    page.waitForFunction(() => 'isHydrated' in window || !document.querySelector('script[type=module], script[data-modules]'))
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await life()
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await life()
    return response
  }
}

/** Returns whether a page of a document was refused because the machine did not render it in time. The viewer asks for it again. */
function isBusyPage(complaint: string, url = ''): boolean {
  return /status of 503/.test(complaint) && /\/api\/media\/[^/]+\/pages(?:[/?]|$)/.test(url)
}

/** Notes errors and warnings; messages about responses come with the URL of the request. */
function collectComplaints(page: Page, note: (complaint: string, url?: string) => void) {
  page.on('pageerror', (error) => note(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text() === BLOCKED_WORKER) return
    if (message.type() === 'error' || message.type() === 'warning')
      note(
        `${message.type()}: ${message.text()}`,
        message.text().startsWith('Failed to load resource') ? message.location().url : undefined,
      )
  })
}

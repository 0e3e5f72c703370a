import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, TestRunner } from 'vitest'

const PROGRAMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export function chromiumPath(): string {
  const path = PROGRAMS.find((candidate) => candidate && existsSync(candidate))
  if (!path) throw new Error('Browser tests need Chromium; npm test installs it')
  return path
}

/** Chromium without its own network traffic, as root too. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--mute-audio',
      '--autoplay-policy=no-user-gesture-required',
      // Most code runs a few times in a page that is soon gone: simple machine code at once costs the least.
      '--js-flags=--always-sparkplug',
    ],
  })
}

let shared: Promise<Browser> | undefined

/** The one browser of all test files that this process runs; it ends with the process. Each test opens a profile of its own in it. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export const VIEWPORTS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const

/** What browsers and pages say of answers that a test keeps from them or falsifies, and the router of a jump within a page. */
export const UNANSWERED =
  /Failed to (load resource|fetch)|ApiError|AbortError|NetworkError|did not load|preload (CSS|assets)|Not an address|No client id|blocker on a POP navigation/

/** Looks at what is open in each size of window, without opening it again, and leaves the window as it was. */
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
  /** What its pages may complain of, such as the status of an answer that the test provokes */
  mayComplain?: RegExp
}

/** Those of the test that runs */
const profiles = new Set<Profile>()

/**
 * A fresh profile with one page, whose `goto` waits until the page is hydrated unless it is told what to wait for. In a test of
 * `browser-test.ts` it is closed at the end, and whatever its pages complained of fails the test.
 */
export async function openProfile(
  browser: Browser,
  { width, height }: { width: number; height: number },
  baseURL: string,
  { mayComplain, ...options }: ProfileOptions = {},
) {
  const touch = width < 600
  const context = await browser.newContext({ viewport: { width, height }, baseURL, hasTouch: touch, isMobile: touch, ...options })
  const complaints: string[] = []
  context.on('page', (each) => collectComplaints(each, (complaint) => !mayComplain?.test(complaint) && complaints.push(complaint)))
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
  expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
}

async function waitForLife(page: Page) {
  await page.addInitScript(() => addEventListener('hydrated', () => Object.assign(window, { isHydrated: true })))
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    // Pages that are no part of the site, as those of a gateway, have no module that hydrates them.
    if (!options?.waitUntil)
      await page.waitForFunction(() => 'isHydrated' in window || !document.querySelector('script[type=module], script[type=later]'))
    return response
  }
}

function collectComplaints(page: Page, note: (complaint: string) => void) {
  page.on('pageerror', (error) => note(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`${message.type()}: ${message.text()}`)
  })
}

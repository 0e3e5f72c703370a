import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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

/**
 * A fresh profile with one page, whose `goto` waits until the page is hydrated unless it is told what to wait for. Whatever the
 * page complains about is collected in `complaints`.
 */
export async function openProfile(
  browser: Browser,
  { width, height }: { width: number; height: number },
  baseURL: string,
  options: BrowserContextOptions = {},
) {
  const touch = width < 600
  const context = await browser.newContext({ viewport: { width, height }, baseURL, hasTouch: touch, isMobile: touch, ...options })
  const page = await context.newPage()
  const complaints = collectComplaints(page)
  await waitForLife(page)
  return { context, page, complaints }
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

function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`)
  })
  return complaints
}

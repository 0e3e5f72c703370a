import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { spaceOutline } from './space-outline.ts'

/** Runs `work` with the installed Chromium and closes the browser even after an error. */
export async function withChromium<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

export function screenshot(browser: Browser, html: string, viewport: { width: number; height: number }): Promise<Buffer> {
  return withPage(browser, `<style>*{margin:0;box-sizing:border-box}</style>${html}`, (page) => page.screenshot({ type: 'png' }), viewport)
}

/** Prints the page to PDF in the size that its own style defines. `outline` also adds tags and bookmarks. */
export function printPdf(
  browser: Browser,
  html: string,
  { outline, prepare }: { outline: boolean; prepare?: (page: Page) => Promise<void> },
): Promise<Buffer> {
  return withPage(browser, html, async (page) => {
    await prepare?.(page)
    const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, outline, tagged: outline })
    if (!outline) return printed
    const headings = await page.locator('h1, h2, h3, h4').allTextContents()
    return spaceOutline(printed, headings)
  })
}

async function withPage<Result>(
  browser: Browser,
  html: string,
  work: (page: Page) => Promise<Result>,
  viewport?: { width: number; height: number },
): Promise<Result> {
  const page = await browser.newPage(viewport && { viewport, deviceScaleFactor: 1 })
  try {
    await page.setContent(`<!doctype html><html lang="en-GB"><meta charset="utf-8"><style>${await fontFaces()}</style>${html}`, {
      waitUntil: 'load',
    })
    await page.evaluate(() => document.fonts.ready)
    return await work(page)
  } finally {
    await page.close()
  }
}

const FACES = [
  ['Fraunces', 'normal', 'fraunces/files/fraunces-latin-full-normal.woff2'],
  ['Fraunces', 'italic', 'fraunces/files/fraunces-latin-full-italic.woff2'],
  ['Source Sans', 'normal', 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2'],
  ['Source Sans', 'italic', 'source-sans-3/files/source-sans-3-latin-wght-italic.woff2'],
] as const

let rules: Promise<string> | undefined

/** Returns @font-face rules with embedded fonts: a page set by setContent has no URL to load fonts from. */
function fontFaces(): Promise<string> {
  rules ??= Promise.all(
    FACES.map(async ([family, style, path]) => {
      const file = await readFile(new URL(`../../node_modules/@fontsource-variable/${path}`, import.meta.url))
      return `@font-face{font-family:"${family}";font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${file.toString('base64')}) format("woff2")}`
    }),
  ).then((found) => found.join('\n'))
  return rules
}

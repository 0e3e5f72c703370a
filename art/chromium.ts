import { readFile } from 'node:fs/promises'
import { type Browser, chromium } from 'playwright-core'

/** Opens the machine's own Chromium for `work` and closes it whatever happens. */
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

const FACES = [
  ['Fraunces', 'normal', 'fraunces/files/fraunces-latin-full-normal.woff2'],
  ['Fraunces', 'italic', 'fraunces/files/fraunces-latin-full-italic.woff2'],
  ['Source Sans', 'normal', 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2'],
  ['Source Sans', 'italic', 'source-sans-3/files/source-sans-3-latin-wght-italic.woff2'],
] as const

let sheet: Promise<string> | undefined

/** @font-face rules with the fonts inside: a page set by setContent has no address to load them from. */
export function fontFaces(): Promise<string> {
  sheet ??= Promise.all(
    FACES.map(async ([family, style, path]) => {
      const file = await readFile(new URL(`../node_modules/@fontsource-variable/${path}`, import.meta.url))
      return `@font-face{font-family:"${family}";font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${file.toString('base64')}) format("woff2")}`
    }),
  ).then((rules) => rules.join('\n'))
  return sheet
}

/** A page's picture, as PNG, once its fonts are there. */
export async function shoot(browser: Browser, html: string, size: { width: number; height: number }): Promise<Buffer> {
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 })
  try {
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${await fontFaces()}*{margin:0;box-sizing:border-box}</style>${html}`,
      { waitUntil: 'load' },
    )
    await page.evaluate(() => document.fonts.ready)
    return await page.screenshot({ type: 'png' })
  } finally {
    await page.close()
  }
}

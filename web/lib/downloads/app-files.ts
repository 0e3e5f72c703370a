import { hasCaches, openAppCache, SHELF_PAGE } from '#web/lib/storage/cache-storage.ts'

/**
 * Names of the `<meta>` elements in which the offline library page lists space-separated URLs of further files to store for offline use.
 */
export const VIEW_FILES = 'shelf-views'
export const PDF_FILES = 'shelf-pdf'

/** Fonts that readers choose, by the names of their files, which are stored once they are chosen. */
export const CHOSEN_FONTS = ['literata', 'atkinson', 'dyslexic']
const BUILT = /\/assets\/[\w.~-]+/g

/**
 * Stores the offline library page and the built files that it names. These files belong to the same release as the page, even if servers
 * run different releases. The page is stored last, so that the previous page remains if a file fails. Files of previous releases are
 * preserved for open pages.
 */
export async function storeApp({ withPdf, fonts = [] }: { withPdf: boolean; fonts?: string[] }): Promise<void> {
  const app = await openAppCache()
  const response = await fetch(SHELF_PAGE, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The Shelf page returned status ${response.status}`)
  const html = await response.clone().text()
  const stored = (await app.keys()).map(({ url }) => url)
  const files = builtFiles(html, {
    withPdf: withPdf || stored.some((url) => url.includes('/pdf.worker')),
    fonts: [...fonts, ...stored.flatMap((url) => fontOf(url) ?? [])],
  })
  await storeFiles(app, files)
  await app.put(SHELF_PAGE, response)
}

/** Stores the file of a chosen font if the offline library is stored. Has no effect for the fonts of the site, which it has already. */
export async function storeFont(font: string): Promise<void> {
  if (!CHOSEN_FONTS.includes(font) || !hasCaches()) return
  const app = await openAppCache()
  const page = await app.match(SHELF_PAGE)
  if (!page) return
  const files = builtFiles(await page.text(), { withPdf: false, fonts: [font] })
  await storeFiles(
    app,
    files.filter((url) => fontOf(url) === font),
  )
}

async function storeFiles(app: Cache, urls: string[]): Promise<void> {
  for (const url of urls) {
    if (await app.match(url)) continue
    const file = await fetch(url)
    if (!file.ok) throw new Error(`${url} returned status ${file.status}`)
    await app.put(url, file)
  }
}

/** Deletes the files of previous releases. Called when no open page can request these files anymore. */
export async function dropOldFiles(): Promise<void> {
  const app = await openAppCache()
  const page = await app.match(SHELF_PAGE)
  if (!page) return
  const current = new Set(builtFiles(await page.text(), { withPdf: true, fonts: CHOSEN_FONTS }))
  for (const { url } of await app.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/') && !current.has(pathname)) await app.delete(url)
  }
}

/** Returns the URLs of the built files that the offline library page names. */
export function builtFiles(html: string, { withPdf, fonts }: { withPdf: boolean; fonts: string[] }): string[] {
  const text = withPdf ? html : html.replace(new RegExp(`<meta[^>]*name="${PDF_FILES}"[^>]*>`), '')
  return [...new Set(text.match(BUILT) ?? [])].filter((url) => {
    const font = fontOf(url)
    return !font || fonts.includes(font)
  })
}

const fontOf = (url: string) => CHOSEN_FONTS.find((font) => url.includes(`/assets/${font}-`))

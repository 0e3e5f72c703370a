import { openAppCache, SHELF_PAGE } from '#web/lib/storage/cache-storage.ts'

/**
 * Names of the `<meta>` elements in which the offline library page lists space-separated URLs of further files to store for offline use.
 */
export const VIEW_FILES = 'shelf-views'
export const PDF_FILES = 'shelf-pdf'

const BUILT = /\/assets\/[\w.~-]+/g

/**
 * Stores the offline library page and the built files that it names. These files belong to the same release as the page, even if servers
 * run different releases. The page is stored last, so that the previous page remains if a file fails. Files of previous releases are
 * preserved for open pages.
 */
export async function storeApp({ withPdf }: { withPdf: boolean }): Promise<void> {
  const app = await openAppCache()
  const response = await fetch(SHELF_PAGE, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The Shelf page returned status ${response.status}`)
  const html = await response.clone().text()
  for (const url of builtFiles(html, { withPdf: withPdf || (await hasPdf(app)) })) {
    if (await app.match(url)) continue
    const file = await fetch(url)
    if (!file.ok) throw new Error(`${url} returned status ${file.status}`)
    await app.put(url, file)
  }
  await app.put(SHELF_PAGE, response)
}

/** Deletes the files of previous releases. Called when no open page can request these files anymore. */
export async function dropOldFiles(): Promise<void> {
  const app = await openAppCache()
  const page = await app.match(SHELF_PAGE)
  if (!page) return
  const current = new Set(builtFiles(await page.text(), { withPdf: true }))
  for (const { url } of await app.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/') && !current.has(pathname)) await app.delete(url)
  }
}

/** Returns the URLs of the built files that the offline library page names. */
export function builtFiles(html: string, { withPdf }: { withPdf: boolean }): string[] {
  const text = withPdf ? html : html.replace(new RegExp(`<meta[^>]*name="${PDF_FILES}"[^>]*>`), '')
  return [...new Set(text.match(BUILT) ?? [])]
}

async function hasPdf(app: Cache): Promise<boolean> {
  return (await app.keys()).some(({ url }) => url.includes('/pdf.worker'))
}

import { openAppCache, SHELF_PAGE } from './cache-storage.ts'

/** The names of `<meta>` in the shelf's page that list the URLs of further files, with spaces between. */
export const VIEW_FILES = 'shelf-views'
export const PDF_FILES = 'shelf-pdf'

const BUILT = /\/assets\/[\w.~-]+/g

/**
 * Stores the shelf's page and the built files that it names, which are those of one release, whoever answers. The page is stored last:
 * without one of its files the former page stays. Files of former releases stay too, for pages that are open.
 */
export async function storeApp({ withPdf }: { withPdf: boolean }): Promise<void> {
  const app = await openAppCache()
  const response = await fetch(SHELF_PAGE, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The shelf’s page answered ${response.status}`)
  const html = await response.clone().text()
  for (const url of builtFiles(html, { withPdf: withPdf || (await hasPdf(app)) })) {
    if (await app.match(url)) continue
    const file = await fetch(url)
    if (!file.ok) throw new Error(`${url} answered ${file.status}`)
    await app.put(url, file)
  }
  await app.put(SHELF_PAGE, response)
}

/** Drops the files of former releases, once no page is open that may ask for them. */
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

/** The URLs of built files that the shelf's page names. */
export function builtFiles(html: string, { withPdf }: { withPdf: boolean }): string[] {
  const text = withPdf ? html : html.replace(new RegExp(`<meta[^>]*name="${PDF_FILES}"[^>]*>`), '')
  return [...new Set(text.match(BUILT) ?? [])]
}

async function hasPdf(app: Cache): Promise<boolean> {
  return (await app.keys()).some(({ url }) => url.includes('/pdf.worker'))
}

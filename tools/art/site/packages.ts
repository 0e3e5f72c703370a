import { mkdir, stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { site } from '#site/site.ts'
import { printPdf, withChromium } from '#tools/art/chromium.ts'
import { type Frame, landscape } from '#tools/art/drawing/landscape.ts'
import { savePdf } from '#tools/art/save-pdf.ts'
import { packagesBody } from './packages/sheets.ts'
import { PACKAGES_STYLE } from './packages/style.ts'
import { pageMotifs } from './page-motifs.ts'
import { rasterize } from './scenes.ts'

const OUT = new URL('../../../site/files/', import.meta.url).pathname
/** The title is at the top, the bicycle at the bottom of the page. */
const COVER: Frame = { width: 800, height: 1135, x: 440, size: 0.54, land: [0.78, 0.97] }

/** Typesets the publishing packages that visitors download, and records their page counts and file sizes. */
export async function makePackages(): Promise<void> {
  await mkdir(OUT, { recursive: true })
  const cover = await sharp(await rasterize(landscape(pageMotifs.publishing, COVER), COVER))
    .jpeg({ quality: 50, mozjpeg: true })
    .toBuffer()
  const title = `${site.brand.name}: publishing packages`
  const body = packagesBody(`data:image/jpeg;base64,${cover.toString('base64')}`)
  const printed = await withChromium((browser) =>
    printPdf(browser, `<title>${title}</title><style>${PACKAGES_STYLE}</style><body>${body}</body></html>`, { outline: true }),
  )
  const path = `${OUT}publishing-packages.pdf`
  const pages = await savePdf(printed, path, { title, author: site.brand.name, date: '2026-01-05T08:00:00Z' })
  const { size: bytes } = await stat(path)
  await writeFile(`${OUT}publishing-packages.json`, `{ "pages": ${pages}, "bytes": ${bytes} }\n`)
  console.log(`publishing-packages: ${pages} pages, ${bytes} bytes`)
}

import { execFile } from 'node:child_process'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { fontFaces, withChromium } from '#art/chromium.ts'
import { type Frame, programScene } from '#art/drawing/scene.ts'
import { site } from '#site/site.ts'
import { raster } from './hero.ts'
import { packagesBody } from './packages/sheets.ts'
import { PACKAGES_STYLE } from './packages/style.ts'
import { pageMotifs } from './page-motifs.ts'

const run = promisify(execFile)
const OUT = new URL('../../site/files/', import.meta.url).pathname
/** The title stands above, the bicycle at the foot of the page. */
const COVER: Frame = { width: 800, height: 1135, x: 440, size: 0.54, land: [0.78, 0.97] }
/** A fixed day: the same texts give the same file. */
const PRINTED = new Date('2026-01-05T08:00:00Z')

/** Typesets the publishing packages that visitors download, and notes how long and how large they are. Needs Chromium and qpdf. */
export async function makePackages(): Promise<void> {
  const scene = await sharp(await raster(programScene(pageMotifs.publishing, COVER), COVER))
    .jpeg({ quality: 50, mozjpeg: true })
    .toBuffer()
  const body = packagesBody(`data:image/jpeg;base64,${scene.toString('base64')}`)
  const printed = await withChromium(async (browser) => {
    const page = await browser.newPage()
    await page.setContent(
      `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>${site.brand.name}: publishing packages</title><style>${await fontFaces()}${PACKAGES_STYLE}</style><body>${body}</body></html>`,
      { waitUntil: 'load' },
    )
    await page.evaluate(() => document.fonts.ready)
    return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
  })
  const pdf = await PDFDocument.load(printed, { updateMetadata: false })
  pdf.setTitle(`${site.brand.name}: publishing packages`, { showInWindowTitleBar: true })
  pdf.setAuthor(site.brand.name)
  pdf.setLanguage('en-GB')
  pdf.setCreator(site.brand.name)
  pdf.setProducer(site.brand.name)
  pdf.setCreationDate(PRINTED)
  pdf.setModificationDate(PRINTED)
  await mkdir(OUT, { recursive: true })
  const [scratch, path] = [`${tmpdir()}/lectern-packages-${process.pid}.pdf`, `${OUT}publishing-packages.pdf`]
  try {
    await writeFile(scratch, await pdf.save())
    const options = ['--object-streams=generate', '--recompress-flate', '--compression-level=9', '--deterministic-id', '--linearize']
    await run('qpdf', [scratch, ...options, path])
  } finally {
    await rm(scratch, { force: true })
  }
  const facts = { pages: pdf.getPageCount(), bytes: (await stat(path)).size }
  await writeFile(`${OUT}publishing-packages.json`, `{ "pages": ${facts.pages}, "bytes": ${facts.bytes} }\n`)
  console.log(`publishing-packages: ${facts.pages} pages, ${facts.bytes} bytes`)
}

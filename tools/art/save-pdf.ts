import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import { site } from '#site/site.ts'

const run = promisify(execFile)

/**
 * Saves a printed PDF with its metadata, compressed and linearized; returns its number of pages. Needs qpdf.
 * `date` is fixed, so that the same texts give the same file. `overlay` is overlaid page by page.
 */
export async function savePdf(
  printed: Buffer,
  path: string,
  { date, overlay, ...facts }: { title: string; author: string; subject?: string; date: string; overlay?: Buffer },
): Promise<number> {
  const pdf = await PDFDocument.load(printed, { updateMetadata: false })
  pdf.setTitle(facts.title, { showInWindowTitleBar: true })
  pdf.setAuthor(facts.author)
  if (facts.subject !== undefined) pdf.setSubject(facts.subject)
  pdf.setLanguage('en-GB')
  pdf.setCreator(site.brand.name)
  pdf.setProducer(site.brand.name)
  pdf.setCreationDate(new Date(date))
  pdf.setModificationDate(new Date(date))
  const folder = await mkdtemp(`${tmpdir()}/lectern-pdf-`)
  try {
    await writeFile(`${folder}/body.pdf`, await pdf.save())
    if (overlay) await writeFile(`${folder}/overlay.pdf`, overlay)
    const options = '--object-streams=generate --recompress-flate --compression-level=9 --deterministic-id --linearize'.split(' ')
    await run('qpdf', [`${folder}/body.pdf`, ...(overlay ? ['--overlay', `${folder}/overlay.pdf`, '--'] : []), ...options, path])
  } finally {
    await rm(folder, { recursive: true })
  }
  return pdf.getPageCount()
}

import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { formatPrice } from '#contracts/shop/price.ts'
import { publishing } from './publishing.ts'
import { definePublishing } from './schema.ts'
import { site } from './site.ts'

const LARGEST_BYTES = 250_000

test('missing publishing texts are reported by name', () => {
  const [first, ...rest] = publishing.stages
  const stages = [{ ...first, services: first?.services.slice(1) ?? [], title: ' ' }, ...rest] as typeof publishing.stages
  const attempt = () => definePublishing({ ...publishing, stages, packages: publishing.packages.slice(1) })
  for (const problem of [/stages.*\.title/, /thirteen services/, /packages/]) expect(attempt).toThrow(problem)
})

test('the PDF contains the texts of the publishing page and stays within its size limit', async () => {
  const bytes = await readFile(new URL('files/publishing-packages.pdf', import.meta.url))
  const facts = JSON.parse(await readFile(new URL('files/publishing-packages.json', import.meta.url), 'utf8'))
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 }).promise
  expect(facts).toEqual({ pages: document.numPages, bytes: bytes.length })
  expect(bytes.length).toBeLessThanOrEqual(LARGEST_BYTES)

  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await document.loadingTask.destroy()
  const { packages, apart, steps, promises, stages } = publishing
  const said = [
    ...packages.flatMap((offer) => [offer.name, `from ${formatPrice(offer.from)}`, ...offer.includes, offer.without]),
    ...apart.flatMap(({ what, price, note }) => [what, price, note]),
    ...[...steps, ...promises].flatMap(({ title, text: words }) => [title, words]),
    ...stages.flatMap(({ services }) => services.map(({ name }) => name)),
    ...site.hours.flatMap(({ days, hours }) => [days, hours]),
    site.contact.phone,
    site.contact.whatsapp,
    site.contact.email,
  ]
  const squeezed = squeeze(text)
  expect(said.filter((words) => !squeezed.includes(squeeze(words)))).toEqual([])
})

/** Removes white space and soft hyphens, since line breaks differ between page and PDF. */
function squeeze(text: string) {
  return text.replace(/[\s\u00AD]+/g, '')
}

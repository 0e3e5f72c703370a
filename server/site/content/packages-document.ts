import { formatPrice } from '#contracts/shop/price.ts'
import { paletteOf, THEME } from '#contracts/site/palette.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import type { TextStyle } from '#server/media/typeset/typeset.ts'

const { paper: PAPER, ink: INK, soft: SOFT, rule: RULE, moon: MOON } = THEME

/** Typesets the PDF of the publishing packages, which visitors download from the publishing page. */
export async function writePackagesDocument({ brand, contact, publishing }: SiteContent): Promise<Buffer> {
  const { night, 'lamp-2': lamp, 'lamp-deep': accent } = paletteOf(brand)
  const { stages, packages, apart, steps, promises } = publishing
  // The typesetter is loaded on first use because it needs 30 MB of memory.
  const { openTypesetter } = await import('#server/media/typeset/typeset.ts')
  const { startPage, write, rule, finish } = openTypesetter({ title: `${brand.name}: publishing packages`, author: brand.name })
  const text = (changes: Partial<TextStyle> = {}): TextStyle => ({ role: 'P', font: 'sans', size: 10.8, color: INK, ...changes })
  const title = (size: number, changes: Partial<TextStyle> = {}): TextStyle => {
    const role = size > 20 ? 'H2' : 'H3'
    return { role, font: 'serif', size, color: INK, gap: size, keep: 3 * size, ...changes }
  }
  const price = ({ from }: { from: number }) => `from ${formatPrice(from)}`
  const bullets = (items: string[]) => {
    for (const item of items) write(item, text({ indent: 14, gap: 3, marker: '•' }))
  }

  startPage(night)
  write(brand.name, { role: 'P', font: 'serif', size: 22, color: MOON })
  write('From manuscript to shelf', { role: 'H1', font: 'serif', size: 35, color: '#ffffff', gap: 60 })
  write(
    'Three publishing packages: what is in each, how it goes, and what it costs.',
    text({ font: 'serif', size: 13.5, color: MOON, gap: 10 }),
  )
  for (const offer of packages) {
    rule(lamp, 18)
    write(offer.name, { role: 'P', font: 'serif', size: 16, color: '#ffffff' })
    write(price(offer), text({ size: 12, color: lamp }))
  }

  startPage(PAPER)
  write('How it goes', title(22))
  for (const [index, step] of steps.entries()) {
    write(step.title, title(13.5, { indent: 26, marker: String(index + 1) }))
    write(step.text, text({ color: SOFT, indent: 26, gap: 2 }))
  }
  write('Everything we do', title(22))
  for (const stage of stages) {
    write(stage.title, title(13.5))
    write(stage.services.map(({ name }) => name).join(', '), text({ color: SOFT, gap: 2 }))
  }

  startPage(PAPER)
  for (const offer of packages) {
    write(offer.name, title(22, { gap: 34, keep: 180 }))
    write(price(offer), text({ size: 13, color: accent }))
    rule(INK, 4)
    write(`${offer.for} ${offer.time}.`, text({ color: SOFT, gap: 6 }))
    bullets(offer.includes)
    write(offer.without, text({ size: 9.4, color: SOFT, gap: 8 }))
  }

  startPage(PAPER)
  write('One thing at a time', title(22))
  write('If your book needs only part of the way.', text({ color: SOFT }))
  for (const { what, price: cost, note } of apart) {
    rule(RULE)
    write(what, title(13.5, { gap: 2 }))
    write(cost, text({ color: accent }))
    write(note, text({ size: 9.4, color: SOFT }))
  }

  startPage(night)
  write('What we promise', title(22, { color: '#ffffff' }))
  for (const promise of promises) {
    write(promise.title, title(13.5, { color: lamp }))
    write(promise.text, text({ color: MOON, gap: 2 }))
  }
  write('Talk to us', title(22, { color: '#ffffff' }))
  const ways = [`Phone: ${contact.phone}`, `WhatsApp: ${contact.whatsapp}`, `Email: ${contact.email}`]
  for (const line of [...ways, ...contact.hours.map(({ days, hours }) => `${days}: ${hours}`)]) write(line, text({ color: MOON, gap: 3 }))
  write(
    'Prices are in US dollars. “From” is the lowest price at which we have really done it; yours depends on length, pictures and the state of the manuscript, and is written down before you pay anything.',
    text({ size: 9.4, color: MOON, gap: 16 }),
  )
  return finish()
}

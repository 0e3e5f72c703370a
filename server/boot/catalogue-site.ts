import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paletteOf, programShades } from '#contracts/site/palette.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import type { CatalogueSite } from '#server/catalogue/catalogue.ts'
import { type Program, programColors } from '#site/art/program-colors.ts'

const ART = join(import.meta.dirname, '../../site/art')
const logo = (ground: 'light' | 'dark') => readFileSync(join(ART, `logo-on-${ground}.svg`), 'utf8')

/** Selects the owner's settings and texts that the catalogue needs. `content` returns the currently published site content. */
export function createCatalogueSite(content: () => SiteContent): Omit<CatalogueSite, 'renameFounder'> {
  const logos = { onLight: logo('light'), onDark: logo('dark') }
  return {
    preview: () => content().preview,
    feeds: content,
    podcastCover: join(ART, 'podcast-cover.jpg'),
    documents: () => listDocuments(content()),
    subjects: () => content().subjects,
    shareLook: () => {
      const { brand, programs } = content()
      const palette = paletteOf(brand)
      return {
        brand: {
          name: brand.name,
          logos: ownLogos(brand) ?? logos,
          colors: { night: palette.night, 'night-rule': palette['night-rule'], 'lamp-2': palette['lamp-2'] },
        },
        // Share images have the dark color of the first program with a category of the item, like the item's card on the pages.
        colorOf: (categories) => {
          const program = categories.flatMap((category) => programs.filter((each) => each.categories.includes(category)))[0]
          return program ? programShades(program.color ?? programColors[program.slug as Program].deep).deep : '#2b3347'
        },
      }
    },
  }
}

/** Returns the storage keys of the owner's logos, or undefined while the site uses the default logos. */
function ownLogos({ logoOnLight, logoOnDark }: SiteContent['brand']) {
  const keyOf = (logo: SitePicture | undefined) => logo?.sources.filter(({ type }) => type === 'image/webp').at(-1)?.path
  const [onLight, onDark] = [keyOf(logoOnLight ?? logoOnDark), keyOf(logoOnDark ?? logoOnLight)]
  return onLight && onDark ? { onLight, onDark } : undefined
}

/** Lists the searchable texts of the site content, with the pages that contain them. */
function listDocuments({ programs, questions, publishing }: SiteContent): ReturnType<CatalogueSite['documents']> {
  return [
    ...programs.map(({ slug, title, summary, lines, intro, forWhom, session }) => {
      const steps = session.map((step) => `${step.title}. ${step.text}`)
      const text = [summary, lines.join(' '), ...intro, ...forWhom, ...steps].join(' ')
      return { kind: 'program' as const, id: slug, path: `/programs/${slug}`, title, text }
    }),
    ...questions.map(({ question, answer }) => {
      return { kind: 'question' as const, id: question, path: '/bookshop#questions', title: question, text: answer }
    }),
    ...publishing.stages
      .flatMap((stage) => stage.services)
      .map(({ name, description }) => {
        return { kind: 'service' as const, id: name, path: '/publishing#services', title: name, text: description }
      }),
    ...publishing.packages.map(({ name, for: forWhom, includes, time }) => {
      const text = [forWhom, ...includes, time].join('. ')
      return { kind: 'service' as const, id: name, path: '/publishing#packages', title: name, text }
    }),
  ]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueSite } from '#server/catalogue/catalogue.ts'
import { type Program, programColours } from '#site/art/program-colours.ts'
import { faq } from '#site/faq.ts'
import { programTexts } from '#site/program-texts.ts'
import { publishing } from '#site/publishing.ts'
import { site } from '#site/site.ts'

type Documents = CatalogueSite['documents']

const ART = join(import.meta.dirname, '../../site/art')
const logo = (ground: 'light' | 'dark') => readFileSync(join(ART, `logo-on-${ground}.svg`), 'utf8')

/** The operator's settings and texts that concern items. */
export const catalogueSite: CatalogueSite = {
  preview: site.preview,
  feeds: site,
  podcastCover: join(ART, 'podcast-cover.jpg'),
  documents: listDocuments(),
  shareLook: {
    brand: { name: site.brand.name, logos: { onLight: logo('light'), onDark: logo('dark') } },
    // The deep companion colour of the first program with one of the categories, as on the pages' cards.
    colourOf: (categories) => {
      const program = categories.flatMap((category) => site.programs.filter((each) => each.categories.includes(category)))[0]
      return program ? programColours[program.slug as Program].deep : '#2b3347'
    },
  },
}

/** Lists the texts that a search finds, with the pages that contain them. */
function listDocuments(): Documents {
  const programs: Documents = site.programs.map(({ slug, title, summary }) => {
    const { lines, intro, forWhom, session } = programTexts[slug]
    const steps = session.map((step) => `${step.title}. ${step.text}`)
    const text = [summary, lines.join(' '), ...intro, ...forWhom, ...steps].join(' ')
    return { kind: 'program', id: slug, path: `/programs/${slug}`, title, text }
  })
  const questions: Documents = faq.map(({ question, answer }) => {
    return { kind: 'question', id: question, path: '/bookshop#questions', title: question, text: answer }
  })
  const services: Documents = publishing.stages
    .flatMap((stage) => stage.services)
    .map(({ name, description }) => {
      return { kind: 'service', id: name, path: '/publishing#services', title: name, text: description }
    })
  const packages: Documents = publishing.packages.map(({ name, for: forWhom, includes, time }) => {
    const text = [forWhom, ...includes, time].join('. ')
    return { kind: 'service', id: name, path: '/publishing#packages', title: name, text }
  })
  return [...programs, ...questions, ...services, ...packages]
}

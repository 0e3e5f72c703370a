import type { SiteDocument } from '#server/catalogue/search/site-documents.ts'
import { faq } from '#site/faq.ts'
import { programTexts } from '#site/program-texts.ts'
import { publishing } from '#site/publishing.ts'
import { site } from '#site/site.ts'

/** The operator's texts that a search finds, with the pages that contain them. */
export const searchedTexts: SiteDocument[] = [
  ...site.programs.map(({ slug, title, summary }): SiteDocument => {
    const { lines, intro, forWhom, session } = programTexts[slug]
    const steps = session.map((step) => `${step.title}. ${step.text}`)
    return {
      kind: 'program',
      id: slug,
      path: `/programs/${slug}`,
      title,
      text: [summary, lines.join(' '), ...intro, ...forWhom, ...steps].join(' '),
    }
  }),
  ...faq.map(
    ({ question, answer }): SiteDocument => ({
      ...{ kind: 'question', id: question, path: '/bookshop#questions', title: question, text: answer },
    }),
  ),
  ...publishing.stages.flatMap(({ services }) =>
    services.map(
      ({ name, description }): SiteDocument => ({
        ...{ kind: 'service', id: name, path: '/publishing#services', title: name, text: description },
      }),
    ),
  ),
  ...publishing.packages.map(
    ({ name, for: forWhom, includes, time }): SiteDocument => ({
      ...{ kind: 'service', id: name, path: '/publishing#packages', title: name, text: [forWhom, ...includes, time].join('. ') },
    }),
  ),
]

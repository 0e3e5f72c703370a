import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import { programColors } from './art/program-colors.ts'
import { collections } from './collections.ts'
import { faq } from './faq.ts'
import { founderTexts } from './founder-texts.ts'
import { headings, home } from './page-headings.ts'
import { policyTexts } from './policies/policy-texts.ts'
import { programTexts } from './program-texts.ts'
import { publishing } from './publishing.ts'
import { site } from './site.ts'
import { subjects } from './subjects.ts'
import { wording } from './wording.ts'

/** Content of a site whose owner has not edited anything. */
export const defaultContent: SiteContent = {
  brand: site.brand,
  home,
  headings,
  contact: { ...site.contact, hours: site.hours },
  social: site.social,
  programs: site.programs.map((program) => ({
    ...program,
    color: programColors[program.slug].deep,
    ...programTexts[program.slug],
  })),
  founder: { ...site.founder, ...founderTexts },
  questions: faq,
  collections,
  subjects,
  publishing,
  wording,
  podcast: site.podcast,
  preview: site.preview,
  selling: { timeZone: DEFAULT_ZONE, conversion: 'offered', currencyName: 'ZWG', refundDays: 7 },
  mail: {},
  policies: policyTexts,
}

import { expect, test } from 'vitest'
import { SECTIONS, type SectionName } from '#contracts/site/site-content.ts'
import { PagePreviewRequest } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { pageOfSection } from './page-of-section.ts'

/** Sections whose texts are on no page: words of searches, podcast directories, lengths of previews, and emails. */
const ELSEWHERE: SectionName[] = ['subjects', 'podcast', 'preview', 'mail']

test.each(Object.keys(SECTIONS) as SectionName[])('the section %s has a page for each of its parts, unless it is on no page', (name) => {
  const content = defaultContent[name]
  for (const part of ['', ...Object.keys(content)]) {
    const path = pageOfSection(name, content, part)
    if (ELSEWHERE.includes(name)) expect(path).toBeUndefined()
    else expect(PagePreviewRequest.safeParse({ content, path }).success, `${part}: ${path}`).toBe(true)
  }
})

test('parts of a section lead to their own pages', () => {
  expect(pageOfSection('programs', defaultContent.programs, '2.title')).toBe(`/programs/${defaultContent.programs[2]?.slug}`)
  expect(pageOfSection('headings', defaultContent.headings, 'contact.title')).toBe('/contact')
  expect(pageOfSection('policies', defaultContent.policies, 'privacy.lead')).toBe('/privacy')
  expect(pageOfSection('wording', defaultContent.wording, 'authors.call')).toBe('/authors')
})

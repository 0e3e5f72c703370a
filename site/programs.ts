import type { SiteSettings } from '#contracts/site/site-content.ts'

/** Coaching programs in menu order. A program's page lists the episodes of its `categories`. */
export const programs: SiteSettings['programs'] = [
  {
    slug: 'relationship-coaching',
    title: 'Relationship Coaching',
    categories: ['Relationship Coaching'],
    summary: 'For couples, and for those who hope to be: honest talk, kept promises, a home that holds.',
  },
  {
    slug: 'ladies-empowerment',
    title: 'Ladies Empowerment',
    categories: ['Ladies Empowerment'],
    summary: 'For women who lead at home, at work and in the house of God, and want company on the way.',
  },
  {
    slug: 'gents-empowerment',
    title: 'Gents Empowerment',
    categories: ['Gents Empowerment'],
    summary: 'For men who would rather be known than admired: work, fatherhood, faith and friendship.',
  },
  {
    slug: 'spiritual-and-personal-development',
    title: 'Spiritual and Personal Development',
    categories: ['Spiritual and Personal Development', 'Personal Development'],
    summary: 'Small disciplines, kept for years, that turn belief into a way of living.',
  },
  {
    slug: 'teen-coaching',
    title: 'Teen Coaching',
    categories: ['Teen Coaching'],
    summary: 'For the years that decide much: identity, friends, school, money and what comes next.',
  },
  {
    slug: 'book-writing-coaching',
    title: 'Book Writing Coaching',
    categories: ['Book Writing'],
    summary: 'From the first page to the printed book, with someone beside you at each step.',
  },
]

import type { SectionName } from '#contracts/site/site-content.ts'

/** Contents of the sections, for owners who look for a text or a setting. */
export const SECTION_HINTS: Record<SectionName, string> = {
  brand: 'Name, vision and mission, logos, colors',
  home: 'Buttons, picture, letter of the founder, tiles',
  headings: 'Titles, lines and pictures at the top of pages',
  contact: 'Phone, WhatsApp, email, business hours',
  social: 'Facebook, X, Instagram, LinkedIn',
  programs: 'Texts, colors and pictures of each program',
  founder: 'Name and page of the founder',
  questions: 'Questions and answers in the bookshop',
  collections: 'Books put together on pages of their own',
  subjects: 'Words by which searches find a category',
  publishing: 'Packages, services, prices and steps',
  wording: 'Headings, empty lists, missing pages, Bibles',
  podcast: 'Title, category and cover in podcast apps',
  preview: 'What is free to read or hear before buying',
  selling: 'Time zone, currencies, refunds, receipts',
  mail: 'Sender, signature and footer of emails',
  policies: 'Terms, privacy and refunds',
}

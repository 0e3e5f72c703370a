import { programs } from './programs.ts'
import { defineSite } from './schema.ts'

/** Settings of the site: brand, people, contact. Pages have no other source of these settings. */
export const site = defineSite({
  brand: {
    name: 'Lectern',
    vision: 'Connecting people to their future',
    mission: 'Making wisdom affordable and easy to access for all nations.',
    blurb: 'Empowering minds through knowledge, personal development and spiritual growth.',
  },
  founder: {
    name: 'Ruvimbo Chikomo',
    slug: 'ruvimbo-chikomo',
  },
  contact: {
    phone: '+263 77 555 0142',
    whatsapp: '+263 77 555 0142',
    email: 'hello@lectern.example',
    chatLink: 'https://wa.me/263775550142',
  },
  hours: [
    { days: 'Monday to Friday', hours: '8:00 AM to 5:00 PM' },
    { days: 'Saturday', hours: '9:00 AM to 2:00 PM' },
    { days: 'Sunday', hours: 'Closed' },
  ],
  social: {
    facebook: 'https://www.facebook.com/lectern.example',
    twitter: 'https://x.com/lectern_example',
    instagram: 'https://www.instagram.com/lectern.example',
    linkedin: 'https://www.linkedin.com/company/lectern-example',
  },
  // The first pages of a book are cover, title, imprint and contents, so a preview of three pages would contain no text of the book.
  preview: { percent: 10, least: 6, most: 20 },
  podcast: {
    description:
      'Talks for the road, the kitchen and the quiet hour: relationships, faith, work and growing up. New episodes from our coaches and authors; most of them are free.',
    language: 'en',
    category: 'Religion & Spirituality',
    subcategory: 'Christianity',
    priced: 'preview',
  },
  programs,
})

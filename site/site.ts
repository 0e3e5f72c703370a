import { defineSite } from './schema.ts'

/** Everything that names the brand, its people and how to reach them. Pages take it from here and nowhere else. */
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
  // Our books start with cover, title, imprint and contents: three pages would show no text of theirs.
  preview: { percent: 10, least: 6, most: 20 },
  programs: [
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
  ],
})

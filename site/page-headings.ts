import type { SiteContent } from '#contracts/site/site-content.ts'

/** Texts of the home page, and heading texts of other pages. */
export const home: SiteContent['home'] = {
  line: 'Books, talks and coaching from a Christian house in Zimbabwe.',
  primary: 'The bookshop',
  secondary: 'Relationship coaching',
  booksTitle: 'Best Selling Books',
  letterTitle: 'From the founder',
  letter:
    'I began Lectern at a kitchen table in Kuwadzana, Harare, because I kept meeting people whom one good book or one honest talk would have helped. Our faith in God is the reason for the work, and you need not share it to read, to listen or to ask. What we can give away we give away; the rest we price so that a teacher can pay it.',
  programsTitle: 'Coaching, one to one or in a small circle',
  podcastsTitle: 'Latest Podcasts',
  tiles: [
    { title: 'Books', text: 'Read here, on any phone. Many are free.' },
    { title: 'Bibles', text: 'Printed and digital, in the languages of home.' },
    { title: 'Youth Coaching Podcasts', text: 'Short, honest talks for the years that decide much.' },
    { title: 'Book Publishing', text: 'From manuscript to shelf, with you at each step.' },
  ],
}

export const headings: SiteContent['headings'] = {
  bookshop: {
    title: 'The Bookshop',
    lines: ['Books for the heart, the home and the work of your hands.', 'Read them here, on any phone; many are free.'],
  },
  podcasts: {
    title: 'Podcasts',
    lines: ['Talks for the road, the kitchen and the quiet hour.', 'Press Listen and carry on; the voice goes with you.'],
  },
  authors: {
    title: 'Our Authors',
    lines: ['Teachers, parents, elders and neighbours, before they were writers.', 'Meet them, and read what they had to say.'],
  },
  publishing: {
    title: 'Publish your book',
    lines: ['From manuscript to shelf, with you at each step.', 'You keep the rights, and you know the price before we begin.'],
  },
  contact: {
    title: 'Write to us',
    lines: ['About a book, a program, or a question that keeps you awake.', 'Real people read it, and one answers.'],
  },
}

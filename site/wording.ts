import { defineWording } from './schema.ts'

/** Sentences of a new installation that belong to no other file. */
export const wording = defineWording({
  bookshop: {
    questions: 'Questions readers ask',
    questionsText: 'Not answered here? The contact page has every way to reach us.',
    empty: 'The shelf is being filled',
  },
  podcasts: { empty: 'The microphone is warming up' },
  authors: {
    call: 'There is a book in you, too',
    callText:
      'Bring us a finished manuscript or three pages in an exercise book. Call or send a WhatsApp message, and we will tell you honestly what comes next and what it costs.',
    callButton: 'How publishing works',
    empty: 'Our authors are still writing',
  },
  programs: {
    listen: 'Listen',
    listenText: 'Talks from this program, for the road and the kitchen. They keep playing while you read.',
    forWhom: 'Who it is for',
    session: 'What a session looks like',
    empty: 'The first episodes are being prepared',
  },
  bibles: {
    title: 'Ask for a Bible',
    text: [
      'We find Bibles in the languages of home, such as Shona, Ndebele and English: printed, in large print or for children, and digital editions for a phone.',
      'Tell us the language and the edition you have in mind. We answer with what is in stock, the price, and how it reaches you.',
    ],
    message: 'I would like a Bible. Language, and printed or digital:',
  },
  notices: {
    missing: 'This page is not on our shelves',
    gone: 'This is no longer on our shelves',
    offline: 'You are offline',
    offlineText: 'This page needs a connection, and your device has none right now. It opens by itself when the connection is back.',
  },
})

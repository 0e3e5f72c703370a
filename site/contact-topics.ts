import type { ContactSubject } from '#contracts/site/contact-choices.ts'

type ContactTopic = {
  /** Name of the topic in the URL, as in /contact?about=bibles */
  slug: string
  title: string
  text: string[]
  subject: ContactSubject
  /** Beginning of the visitor's message */
  message: string
}

/** Texts of the contact page for visitors with a particular request. The texts are in a separate file, so that no other page loads them. */
export const contactTopics: ContactTopic[] = [
  {
    slug: 'bibles',
    title: 'Ask for a Bible',
    text: [
      'We find Bibles in the languages of home, such as Shona, Ndebele and English: printed, in large print or for children, and digital editions for a phone.',
      'Tell us the language and the edition you have in mind. We answer with what is in stock, the price, and how it reaches you.',
    ],
    subject: 'Book Purchase',
    message: 'I would like a Bible. Language, and printed or digital: ',
  },
]

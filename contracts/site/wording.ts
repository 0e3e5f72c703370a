import { z } from 'zod'
import { picture } from './site-picture.ts'
import { line, paragraph, sentence, text } from './text-fields.ts'

/** Placeholder of a dictionary's address for the selected words */
export const WORDS_PLACEHOLDER = '{words}'

const dictionary = (title: string) =>
  text(300, title)
    .refine((address) => /^https:\/\/[^\s/{}]+\//.test(address) && address.includes(WORDS_PLACEHOLDER), {
      message: `Begin with https:// and put ${WORDS_PLACEHOLDER} where the words belong.`,
    })
    .optional()

/** Sentences of the site in the owner's voice that belong to no other section. */
export const Wording = z.object({
  bookshop: z
    .object({
      questions: line('Heading of the questions'),
      questionsText: sentence('Text below it'),
      empty: line('When there are no books'),
    })
    .meta({ title: 'Bookshop' }),
  podcasts: z.object({ empty: line('When there are no episodes') }).meta({ title: 'Podcasts' }),
  authors: z
    .object({
      call: line('Heading of the invitation to write'),
      callText: sentence('Text below it'),
      callButton: text(40, 'Button'),
      empty: line('When there are no authors'),
    })
    .meta({ title: 'Authors' }),
  programs: z
    .object({
      listen: text(40, 'Heading of the episodes'),
      listenText: sentence('Text below it'),
      forWhom: line('Heading of the readers'),
      session: line('Heading of the steps'),
      empty: line('When there are no episodes'),
    })
    .meta({ title: 'Program pages', description: 'Headings of all six programs.' }),
  bibles: z
    .object({
      title: line('Heading'),
      text: z.array(paragraph('Paragraph')).min(1).max(4).meta({ title: 'Text' }),
      message: line('Beginning of the visitor’s message'),
    })
    .meta({ title: 'Asking for a Bible', description: 'On the contact page, for visitors who choose the tile Bibles of Home.' }),
  reading: z
    .object({
      lookUp: dictionary('Address of a dictionary'),
      translate: dictionary('Address of a translator'),
    })
    .default({})
    .meta({
      title: 'Words in books',
      description:
        'Readers who select words in a book get the buttons Look up and Translate, which open these addresses with the words in place of {words}, and the language of the book in place of {language}. Nothing is sent before. Without an address, its button is not shown.',
    }),
  notices: z
    .object({
      missing: line('Heading of a page that does not exist'),
      gone: line('Heading of an item that was removed'),
      offline: line('Heading without a connection'),
      offlineText: sentence('Text without a connection'),
      picture: picture(
        'hero',
        'Picture',
        'Below the texts, in place of the hills at night. At least 1440 pixels wide. The page without a connection has no picture then.',
      ),
    })
    .meta({ title: 'Missing pages, and no connection' }),
})
export type Wording = z.infer<typeof Wording>

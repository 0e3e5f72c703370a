import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import { defineFaq } from './schema.ts'

/** Questions and answers of the bookshop page, in a separate file, so that no other page loads them. */
export const faq = defineFaq([
  {
    question: 'How do I read a book?',
    answer: 'Online, right here. Choose Read on any book and it opens on your phone or computer; nothing needs to be installed.',
  },
  {
    question: 'Can I download the books I buy?',
    answer: `No. Bought books are read online and can’t be downloaded. They stay yours, and open whenever you come back. Choose “Save offline” on a book’s page, and it also opens here without a connection, for ${OFFLINE_DAYS} days at a time.`,
  },
  {
    question: 'Do you sell printed copies?',
    answer:
      'Yes. Many of our titles exist on paper. Write to us through the contact page and we will tell you what is in stock and how it reaches you.',
  },
  {
    question: 'When can I start reading after I pay?',
    answer: 'Right away. As soon as the purchase is confirmed, the book opens for you.',
  },
])

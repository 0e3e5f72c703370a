import { UNUSED_ORDER_HOURS } from '#contracts/retention.ts'
import { site } from '../site.ts'
import { definePolicy } from './policy-schema.ts'

const { brand, contact } = site

export const terms = definePolicy('site/policies/terms.ts', {
  title: 'Terms',
  description: `What you get when you buy a book or an episode at ${brand.name}, what it costs, and what we ask of you.`,
  lead: 'Few words for an honest trade. Whoever reads or listens for free agrees to the second part; whoever pays agrees to all.',
  changed: '2026-11-25',
  sections: [
    {
      title: 'Who we are',
      paragraphs: [
        `${brand.name} is a coaching and publishing house in Zimbabwe. We write and publish books, and record coaching episodes, out of our Christian faith. You reach us at ${contact.phone} and ${contact.email}.`,
      ],
    },
    {
      title: 'What is free',
      paragraphs: [
        'Titles marked Free may be read, heard and downloaded by anybody, and you may pass on the link to whomever you like. The words and voices remain their authors’: copies are not for sale, and nobody puts another name on them.',
      ],
    },
    {
      title: 'What you buy',
      list: [
        'The right to read a book, or hear an episode, as often as you like. Most of a book’s first pages can be read before you pay.',
        'It opens at once in the browser that you paid with. On another phone or computer, the link in your receipt opens it, or your e-mail address and a code that we send to it.',
        'Bought titles are read and heard here; they can’t be downloaded. Reading aloud at your own table is what books are for. Copying, reselling or publishing them elsewhere is not allowed.',
        'What you bought stays open to you for as long as we publish it. If we take it down, you may have your money back.',
      ],
    },
    {
      title: 'What it costs',
      paragraphs: [
        'Prices are in US dollars. You may pay in ZWG where that is offered: the amount, the rate and its day stand on the checkout page before you pay. What stands on the button is what we charge; what your bank or mobile network adds for sending it is theirs.',
        `A price holds for you from the moment you pay. An order that nobody begins to pay is forgotten after ${UNUSED_ORDER_HOURS} hours, and costs nothing.`,
      ],
    },
    {
      title: 'How you pay',
      paragraphs: [
        'You pay through Paynow (EcoCash, OneMoney, InnBucks and cards) or through Stripe (cards), as the checkout page offers. The sale is made when the payment service tells us that the money is there; then the title opens, and a numbered receipt comes to your e-mail address. Where the checkout page says that no money moves, it is a trial, and nothing is sold.',
      ],
    },
    {
      title: 'What coaching can’t do',
      paragraphs: [
        'Our books and episodes give counsel from faith and experience. They do not take the place of a doctor, a lawyer or the police. When somebody is in danger, go to those who can come at once.',
      ],
    },
    {
      title: 'Young readers',
      paragraphs: [
        'Teens are welcome to all that is free. Whoever is under eighteen buys with a parent’s or guardian’s leave, and with their phone or card.',
      ],
    },
    {
      title: 'When something goes wrong',
      paragraphs: [
        'Lines fail and machines break. We mend what we can, as quickly as we can. If a title that you paid for does not open, the page about refunds says what you get; beyond the price that you paid we answer only for what the law holds us to. The law is that of Zimbabwe. Write to us first: most things are put right with one message.',
      ],
    },
    {
      title: 'When these words change',
      paragraphs: ['The date below says when they last did. What you bought before stays under the words of that day.'],
    },
  ],
})

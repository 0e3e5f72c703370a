import { UNUSED_ORDER_HOURS } from '#contracts/admin/retention.ts'
import { definePolicy, type PolicyFacts } from './policy-schema.ts'

export function writeTerms({ brand, contact }: PolicyFacts) {
  return definePolicy('site/policies/terms.ts', {
    title: 'Terms',
    description: `What you get when you buy a book or an episode at ${brand.name}, what it costs, and what we ask of you.`,
    lead: 'Few words for an honest trade. If you read or listen for free, you agree to the second part. If you pay, you agree to all of it.',
    changed: '2026-11-26',
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
          'Anybody may read, hear and download titles marked Free, and you may pass on the link to anyone you like. The words and voices still belong to their authors: nobody may sell copies or put another name on them.',
        ],
      },
      {
        title: 'What you buy',
        list: [
          'The right to read a book, or hear an episode, as often as you like. Most of a book’s first pages can be read before you pay.',
          'It opens right away in the browser that you paid with. On another phone or computer, open it with the link in your receipt, or with your e-mail address and a code that we send to it.',
          'Bought titles are read and heard here; they can’t be downloaded. Reading aloud at your own table is what books are for. Copying, reselling or publishing them elsewhere is not allowed.',
          'What you bought stays open to you for as long as we publish it. If we remove it, you may have your money back.',
        ],
      },
      {
        title: 'What it costs',
        paragraphs: [
          'Prices are in US dollars. You may pay in ZWG where that is offered: the checkout page shows the amount, the rate and its date before you pay. We charge the amount on the button. Your bank or mobile network may add its own fee for sending it.',
          `A price is fixed for you from the moment you pay. If no payment is started, an order is deleted after ${UNUSED_ORDER_HOURS} hours, and costs nothing.`,
        ],
      },
      {
        title: 'How you pay',
        paragraphs: [
          'You pay through Paynow (EcoCash, OneMoney, InnBucks and cards) or through Stripe (cards), as the checkout page offers. The sale is complete when the payment service tells us that the money has arrived. Then the title opens, and we send a numbered receipt to your e-mail address. If the checkout page says that no real money is used, it is a trial, and nothing is sold.',
        ],
      },
      {
        title: 'What coaching can’t do',
        paragraphs: [
          'Our books and episodes give counsel from faith and experience. They do not replace a doctor, a lawyer or the police. If somebody is in danger, turn to those who can come immediately.',
        ],
      },
      {
        title: 'Young readers',
        paragraphs: [
          'Teens are welcome to everything that is free. If you are under eighteen, buy with the permission of a parent or guardian, and with their phone or card.',
        ],
      },
      {
        title: 'When something goes wrong',
        paragraphs: [
          'Connections fail and machines break. We fix what we can, as quickly as we can. If a title that you paid for does not open, the page about refunds says what you get. Beyond the price that you paid, we are liable only where the law requires it. The law of Zimbabwe applies. Write to us first: most problems are solved with one message.',
        ],
      },
      {
        title: 'When these words change',
        paragraphs: [
          'The date below says when they last changed. For what you bought before, the words of the day you bought it still apply.',
        ],
      },
    ],
  })
}

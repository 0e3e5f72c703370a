import { listRealGateways } from '#contracts/shop/gateway-texts.ts'
import { definePolicyTexts } from '../schema.ts'

/** Policy texts of the owner for a new site. */
export const policyTexts = definePolicyTexts({
  changed: '2026-11-26',
  terms: {
    lead: 'Few words for an honest trade. If you read or listen for free, you agree to the second part. If you pay, you agree to all of it.',
    parts: [
      {
        title: 'Who we are',
        paragraphs: [
          '{name} is a coaching and publishing house in Zimbabwe. We write and publish books, and record coaching episodes, out of our Christian faith. Call {phone}, or write to {email}.',
        ],
        list: [],
      },
      {
        title: 'What is free',
        paragraphs: [
          'Anybody may read, hear and download titles marked Free, and you may pass on the link to anyone you like. The words and voices still belong to their authors: nobody may sell copies or put another name on them.',
        ],
        list: [],
      },
      {
        title: 'What you buy',
        paragraphs: [],
        list: [
          'The right to read a book, or hear an episode, as often as you like. Most of a book’s first pages can be read before you pay.',
          'It opens right away in the browser that you paid with. On another phone or computer, open it with the link in your receipt, or with your email address and a code that we send to it.',
          'Bought titles are read and heard here; they can’t be downloaded. Reading aloud at your own table is what books are for. Copying, reselling or publishing them elsewhere is not allowed.',
          'What you bought stays open to you for as long as we publish it. If we remove it, you may have your money back.',
        ],
      },
      {
        title: 'What it costs',
        paragraphs: [
          'Prices are in US dollars. You may pay in ZWG where that is offered: the checkout page shows the amount, the rate and its date before you pay. We charge the amount on the button. Your bank or mobile network may add its own fee for sending it.',
          'A price is fixed for you from the moment you pay. If no payment is started, an order is deleted after {orderHours} hours, and costs nothing.',
        ],
        list: [],
      },
      {
        title: 'How you pay',
        paragraphs: [
          `You pay through ${listRealGateways(undefined, ' or through ')}, as the checkout page offers. The sale is complete when the payment service tells us that the money has arrived. Then the title opens, and we send a numbered receipt to your email address. If the checkout page says that no real money is used, it is a trial, and nothing is sold.`,
        ],
        list: [],
      },
      {
        title: 'What coaching can’t do',
        paragraphs: [
          'Our books and episodes give counsel from faith and experience. They do not replace a doctor, a lawyer or the police. If somebody is in danger, turn to those who can come immediately.',
        ],
        list: [],
      },
      {
        title: 'Young readers',
        paragraphs: [
          'Teens are welcome to everything that is free. If you are under eighteen, buy with the permission of a parent or guardian, and with their phone or card.',
        ],
        list: [],
      },
      {
        title: 'When something goes wrong',
        paragraphs: [
          'Connections fail and machines break. We fix what we can, as quickly as we can. If a title that you paid for does not open, the page about refunds says what you get. Beyond the price that you paid, we are liable only where the law requires it. The law of Zimbabwe applies. Write to us first: most problems are solved with one message.',
        ],
        list: [],
      },
      {
        title: 'When these words change',
        paragraphs: [
          'The date below says when they last changed. For what you bought before, the words of the day you bought it still apply.',
        ],
        list: [],
      },
    ],
  },
  privacy: {
    lead: 'You read, listen and buy here without an account. This page says what is stored anyway, where, and for how long.',
    parts: [
      {
        title: 'What you can ask us to do',
        paragraphs: [
          'Write to {email} or call {phone}. We tell you what we store about you, correct what is wrong, and delete what is not needed. Purchases and receipts are the exception: without them your titles would not open, and our accounts would not be correct.',
          'Zimbabwe’s Cyber and Data Protection Act gives you these rights. If you think that we do not respect them, you can complain to its authority, POTRAZ.',
        ],
        list: [],
      },
    ],
  },
  refunds: {
    lead: 'If we sold you something that does not open, or is not what we said, you get your money back. All of it.',
    parts: [
      {
        title: 'When you get it back',
        paragraphs: [],
        list: [
          'The book or episode does not open, and we could not fix that within three days of your message.',
          'It is not what its description said.',
          'You paid twice for the same title, or a different amount than the order says. Our system notices that by itself.',
          'You paid for a title that was removed in the meantime, or we removed it after you bought it.',
          'You changed your mind within {refundDays} days, and have not read or heard it. We don’t see how far anybody reads, so we trust your word.',
        ],
      },
      {
        title: 'How to ask for it',
        paragraphs: [
          'Write to {email}, or send a WhatsApp message to {whatsapp}. Give us the number of your receipt, or the email address that you paid with, and say in a sentence what was wrong. A person reads it, and answers within two working days.',
        ],
        list: [],
      },
      {
        title: 'How you get it back',
        paragraphs: [],
        list: [
          `The way you paid: to the same wallet or card, through ${listRealGateways(({ label }) => label)}.`,
          'The same amount in the same currency, even if the rate has changed.',
          'We send it within five working days of saying yes. Banks may take up to ten more until you see it.',
        ],
      },
      {
        title: 'What happens to the title',
        paragraphs: [
          'After the refund, the title no longer opens in any of your browsers, and you owe nothing. If you saved it offline, it is removed when that phone is next connected; without a connection, it stops opening within {offlineDays} days. If you paid twice, one payment stays, and so does the title. You may buy it again at any time.',
        ],
        list: [],
      },
      {
        title: 'Before you ask your bank',
        paragraphs: [
          'If you dispute a payment at your bank, the title does not open until the bank has decided, which may take weeks. A message to us is quicker, and costs neither of us anything.',
        ],
        list: [],
      },
      {
        title: 'What this page does not cover',
        paragraphs: [
          'Publishing packages, coaching in person and printed books are agreed with you in writing, and that agreement says what can be refunded. We can’t refund what your bank or mobile network charged for sending money.',
        ],
        list: [],
      },
    ],
  },
})

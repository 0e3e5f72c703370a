import type { CacheName, CachePrefix, CookieName, StorageKey, StoragePrefix } from '#contracts/browser-storage.ts'
import type { ContactDelivery } from '#contracts/contact-choices.ts'
import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'
import {
  COOKIE_DAYS,
  DAILY_STATISTICS_MONTHS,
  DEAD_ORDER_DAYS,
  FEED_NETWORK_DAYS,
  KNOWN_NETWORK_DAYS,
  MAX_BOOKMARKS,
  MAX_HIGHLIGHTS,
  REMEMBERED_PLACES,
  UNUSED_ORDER_HOURS,
} from '#contracts/retention.ts'
import { site } from '../site.ts'
import { definePolicy } from './policy-schema.ts'

const { brand, contact } = site

const MESSAGES: Record<ContactDelivery, string> = {
  simulate:
    'The contact form of this site is a trial at present: what you type there goes nowhere, and nobody reads it. Write an e-mail or call instead.',
  inbox:
    'Your name, your e-mail address, the subject and what you wrote. They are kept, and mailed to us, until somebody here deletes them. That a message was answered or deleted, with your name and the subject, stays in the record of what administrators do.',
}

/** Writes the privacy policy: the data stored, its location and retention. `delivery` is the handling of contact messages. */
export function writePrivacy({ delivery }: { delivery: ContactDelivery }) {
  return definePolicy('site/policies/privacy.ts', {
    title: 'Privacy',
    description: `What ${brand.name} keeps about those who read, listen and buy: what it is, where it is, and for how long.`,
    lead: 'You read, listen and buy here without an account. This is what is kept all the same, where, and for how long.',
    changed: '2026-11-25',
    sections: [
      {
        title: 'In short',
        list: [
          'Nothing here follows you or shows you advertisements. We count how often a title is opened, not by whom. Our pages load nothing from other companies: no script, no picture, no lettering.',
          'Whoever reads and listens to what is free leaves nothing with us but a number in their own browser.',
          'Of whoever buys we keep what a shop has to: what it was, what it cost, when, and an e-mail address.',
          'The number of your card and your PIN never come to us.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'This is kept by your own phone or computer. You find it in the browser’s settings, among the data of this site, and may clear it at any time: what you bought is then found again with your e-mail address. What has no end here stays until you clear it.',
        ],
        facts: keptByVisitors,
      },
      {
        title: 'On our server',
        facts: [
          {
            name: 'What you choose to buy',
            text: `The title, its price, the currency, the page you came from, and a fingerprint of your browser’s number, from which the number can’t be worked out. Forgotten after ${UNUSED_ORDER_HOURS} hours when nobody begins to pay, and ${DEAD_ORDER_DAYS} days after the last try when nothing was paid.`,
          },
          {
            name: 'What you paid for',
            text: 'The order with your e-mail address, what the payment service told us about the payment, which browsers may open the title, the numbered receipt, and when we wrote to you about it. All of this stays: these are our books, and they open your titles for you.',
          },
          {
            name: 'Codes',
            text: `When you ask for a code to find your purchases: the e-mail address that you typed and a fingerprint of the code. It works for ${EMAIL_CODE_MINUTES} minutes, and is deleted within the hour after.`,
          },
          {
            name: 'The phone that pays',
            text: 'Its number goes to Paynow with the payment and is kept here only while the payment is open, so that you see which phone is asked, unless Paynow repeats it in what it tells us. A fingerprint of it stays for about an hour, so that nobody can make your phone ask for a PIN again and again.',
          },
          {
            name: 'Your podcast app',
            text: `If you make an address for it: a fingerprint of the address, and when you made it, until you end it; and, for ${FEED_NETWORK_DAYS} days, a number for each network from which your episodes were fetched, which says how many there were and not which. So we can warn you when somebody else has the address.`,
          },
          {
            name: 'Where you are in a book',
            text: 'Of a book that you bought: the page, or the place in the text, at which you last read it, so that your other phone or computer goes on there. Only the last place, kept with the purchase. Of free books nothing.',
          },
          { name: 'Messages', text: MESSAGES[delivery] },
          {
            name: 'The network that you use',
            text: 'Whoever orders, pays, asks for a code, writes to us or signs in is counted by the address of their network, for a day at most, so that nobody floods the shop or guesses codes. It is not kept with what you read or buy.',
          },
          {
            name: 'How often titles are read and heard',
            text: `For each title and day: how often its page was seen, how often it was opened, read or heard to the end, for how many seconds, and the names of the sites that visitors came from. They are numbers without you: no address, no browser’s number, no time of day. So they stay, by day for ${DAILY_STATISTICS_MONTHS} months and by month afterwards; and so a browser’s wish not to be tracked has nothing to switch off. So that nobody makes up numbers, the address of your network is counted for an hour in the server’s memory, and written down nowhere.`,
          },
          {
            name: 'The server’s log',
            text: 'Says what went wrong, and when. It is no list of who came or what they looked at.',
          },
          {
            name: 'Backups',
            text: 'Copies of all this, so that your purchases outlive a broken disk. What is deleted here is gone from them when the copy is thrown away.',
          },
        ],
      },
      {
        title: 'The letters we send',
        paragraphs: [
          'A receipt for each payment, with the title, the amount, the number of your order and a link that opens the title for whoever has it; a link to a title that we open for you as a gift; a word when your money goes back; and a code when somebody asks for one with your address. No newsletters. Letters go out through our mail provider, who keeps records of its own; while the site has none, a copy of each stays as a file on our server.',
        ],
      },
      {
        title: 'Who else learns of it',
        list: [
          'Paynow, when you pay there: the title, the amount, your e-mail address, and the number of the phone that is asked.',
          'Stripe, when you pay there by card: the title, the amount and your e-mail address. What you type on its page stays with Stripe.',
          'WhatsApp, Facebook and others learn that you came from here when you press a link to them, and nothing before.',
          'Nobody else. We do not sell, lend or publish what we know of you.',
        ],
      },
      {
        title: 'What you can ask of us',
        paragraphs: [
          `Write to ${contact.email} or call ${contact.phone}. We tell you what we hold about you, put right what is wrong, and delete what is not needed. Purchases and receipts are the exception: without them your titles would not open, and our books would not be true.`,
          'Zimbabwe’s Cyber and Data Protection Act gives you these rights. If you think that we fail you, its authority, POTRAZ, hears you.',
        ],
      },
      {
        title: 'For those who work here',
        paragraphs: [
          'Administrators have an account: name, e-mail address, a fingerprint of the password, where and with which browser they are signed in, and from which browsers and networks they did so before. What they do is recorded for good, with their name and network address; failed tries to sign in are too.',
        ],
        facts: keptByAdministrators,
      },
    ],
  })
}

/** Descriptions of the data stored in browsers, by name. The types require a text for every name. */
type Kept<Name extends string> = Record<Name, string>
type ForAdministrators = 'adminToken' | 'signInDevice' | 'draft ' | 'tus::'
type ForVisitors = Exclude<CookieName | StorageKey | StoragePrefix | CacheName | CachePrefix, ForAdministrators>

const visitors: Kept<ForVisitors> = {
  clientID: `A long random number by which this browser is known again, so that what you bought opens in it. It says nothing about you. You are given it on the first page with titles; it is kept in storage, and for ${COOKIE_DAYS} days in a cookie, since browsers sometimes lose the one or the other.`,
  '__Host-clientID': 'The cookie with that number, where the site is encrypted: other sites can’t set it.',
  currency: 'The currency that you chose, USD or ZWG.',
  email: 'The e-mail address that you gave at checkout, or to find your purchases: it stands in the form the next time.',
  ownedItems:
    'The numbers of the titles that you own, so that their cards can say so. It stands there empty once you chose something that has a price.',
  paying: 'The number of the order that you left to pay, until you are back.',
  'code ':
    'That a code was asked for, with which e-mail address and when, so that you can enter it after the page was loaded anew. Until the code was entered, or the tab is closed.',
  readingPositions: `The page at which you left each of the last ${REMEMBERED_PLACES} books.`,
  bookmarks: `The pages that you marked, the last ${MAX_BOOKMARKS} of them.`,
  readingSettings: 'Whether you read pages or flowing text, and how the text shall look.',
  readingPlaces: `The place in the text at which you left each of the last ${REMEMBERED_PLACES} books.`,
  highlights: `The passages that you highlighted, with your notes, the last ${MAX_HIGHLIGHTS} of them. They leave this browser only when you save them as a text.`,
  listeningPositions: `The second at which you left each of the last ${REMEMBERED_PLACES} episodes.`,
  listeningSpeed: 'How fast you like to listen.',
  lightSound: 'Whether you like episodes to play in their light form, which takes less data.',
  playNext: 'That the next episode shall begin by itself, if you chose so.',
  keptItems: 'The numbers of the titles that you keep on this phone, so that their pages can say so.',
  'shelf ':
    'A title that you chose to keep on this phone: its text, its pages or its sound, its cover, when you kept it, and when this site last confirmed that it is yours. Until you remove it, or it is no longer yours.',
  app: 'A page that says that there is no connection when there is none and, once you keep a title, what the site needs to open it.',
  pages:
    'The last 30 pages that you saw, as everybody sees them, so that they open without a connection. Neither searches nor purchases are among them.',
  'react-router-scroll-positions': 'How far you had scrolled down each page, so that Back finds the place. Until the tab is closed.',
}

const administrators: Kept<ForAdministrators> = {
  adminToken: 'What shows that you are signed in. Until you sign out, or are signed out.',
  signInDevice: `A cookie by which the browser is known again after you signed in with it, for ${COOKIE_DAYS} days; the network, for ${KNOWN_NETWORK_DAYS}. It opens nothing: strangers who guess passwords don’t shut you out while you have it.`,
  'draft ': 'What you typed into a form and did not save. Until the tab is closed, or you sign out.',
  'tus::': 'Which part of a large file has been sent, so that sending it goes on where it stopped. Until the form is saved.',
}

const keptByVisitors = toFacts(visitors)
const keptByAdministrators = toFacts(administrators)

function toFacts(kept: Kept<string>) {
  // A prefix of several names is displayed with an ellipsis.
  return Object.entries(kept).map(([name, text]) => ({ name: /\W$/.test(name) ? `${name}…` : name, text, code: true }))
}

import {
  COOKIE_DAYS,
  DAILY_STATISTICS_MONTHS,
  DEAD_ORDER_DAYS,
  DRAFT_DAYS,
  FEED_NETWORK_DAYS,
  KNOWN_NETWORK_DAYS,
  MAX_BOOKMARKS,
  MAX_HIGHLIGHTS,
  MAX_QUEUED,
  PREVIEW_DAYS,
  STORED_HEARD,
  STORED_POSITIONS,
  STORED_SPEEDS,
  UNUSED_ORDER_HOURS,
} from '#contracts/admin/retention.ts'
import type { CacheName, CachePrefix, CookieName, StorageKey, StoragePrefix } from '#contracts/common/browser-storage.ts'
import { EMAIL_CODE_MINUTES } from '#contracts/common/email-code.ts'
import type { PolicyFacts } from './policy-schema.ts'

const MESSAGES: Record<PolicyFacts['delivery'], string> = {
  simulate:
    'The contact form of this site is only a trial right now: your message is not sent anywhere, and nobody reads it. Send an email or call instead.',
  inbox:
    'Your name, your email address, the subject and your message. They are sent to us by email, and stored, with our answers and notes, until an administrator deletes them. When a message is answered or deleted, this stays in the record of administrators’ actions, with your name and the subject.',
}

const LOG_WITHOUT_ADDRESSES =
  'It says what went wrong, and which pages and files were requested when, but not by whom: it contains no network addresses. It is not a list of visitors or of the pages they open.'
const logWithAddresses = (days: number) =>
  `It says what went wrong, and which pages and files were requested when, with the network address of the request, so that we can find out about attacks. Deleted after ${days} ${days === 1 ? 'day' : 'days'}.`

/**
 * Returns the software's part of the privacy policy: the stored data, its location and retention. `delivery` is the handling of contact
 * messages, `addressLogDays` the number of days for which logs with addresses are retained.
 */
export function writePrivacy({ brand, delivery, addressLogDays }: Pick<PolicyFacts, 'brand' | 'delivery' | 'addressLogDays'>) {
  return {
    title: 'Privacy',
    description: `What ${brand.name} stores about readers, listeners and buyers: which data, where, and for how long.`,
    changed: '2026-11-26',
    sections: [
      {
        title: 'In short',
        list: [
          'Nothing here tracks you or shows you advertisements. We count how often a title is opened, not who opens it. Our pages load nothing from other companies: no scripts, no pictures, no fonts.',
          'If you only read and listen to free titles, you leave nothing with us except a number in your own browser.',
          'When you buy, we store what a shop must: what you bought, what it cost, when, and your email address.',
          'Your card number and your PIN never reach us.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'This is stored on your own phone or computer. You find it in the browser’s settings, under the data of this site, and you may clear it at any time. You can then find your purchases again with your email address. Everything stays until you clear it, unless an end is given below.',
        ],
        facts: keptByVisitors,
      },
      {
        title: 'On our server',
        facts: [
          {
            name: 'What you choose to buy',
            text: `The title, its price, the currency, the page you came from, and a fingerprint of your browser’s number. The number can’t be worked out from the fingerprint. Deleted after ${UNUSED_ORDER_HOURS} hours if no payment was started, and ${DEAD_ORDER_DAYS} days after the last attempt if nothing was paid.`,
          },
          {
            name: 'What you paid for',
            text: 'The order with your email address, what the payment service told us about the payment, which browsers may open the title, the numbered receipt, and when we wrote to you about it. All of this stays: it is part of our accounts, and it opens your titles for you.',
          },
          {
            name: 'Codes',
            text: `When you ask for a code to find your purchases: the email address that you typed and a fingerprint of the code. The code works for ${EMAIL_CODE_MINUTES} minutes, and is deleted within an hour after that.`,
          },
          {
            name: 'The phone that pays',
            text: 'Its number goes to Paynow with the payment. We store it only while the payment is in progress, so that you see which phone is asked to pay, unless Paynow repeats it in its messages to us. A fingerprint of it stays for about an hour, so that nobody can make your phone ask for a PIN again and again.',
          },
          {
            name: 'Your podcast app',
            text: `If you create an address for it: a fingerprint of the address, and when you created it, until you end it. Also, for ${FEED_NETWORK_DAYS} days, a number for each network that fetched your episodes. It says how many networks there were, not which. With it we can warn you when somebody else has the address.`,
          },
          {
            name: 'Where you are in a book',
            text: 'For a book that you bought: the page, or the place in the text, where you stopped reading, with its first words and the edition of the book, so that your other phone or computer continues there. We store only the last place, with the purchase. For free books we store nothing.',
          },
          { name: 'Messages', text: MESSAGES[delivery] },
          {
            name: 'The network that you use',
            text: 'When you order, pay, ask for a code, write to us or sign in, we count this by the address of your network, for a day at most, so that nobody floods the shop or guesses codes. The address is not stored with what you read or buy.',
          },
          {
            name: 'How often titles are read and heard',
            text: `For each title and day: how often its page was seen, how often it was opened, read or heard to the end, for how many seconds, and the names of the sites that visitors came from. These numbers say nothing about you: no address, no browser’s number, no time of day. So we keep them, by day for ${DAILY_STATISTICS_MONTHS} months and by month afterwards. They don’t track you, so a browser’s wish not to be tracked has nothing to switch off. So that nobody makes up numbers, the address of your network is counted for an hour in the server’s memory, and is never written down.`,
          },
          {
            name: 'The server’s log',
            text: addressLogDays > 0 ? logWithAddresses(addressLogDays) : LOG_WITHOUT_ADDRESSES,
          },
          {
            name: 'Backups',
            text: 'Copies of all this, so that your purchases survive a broken disk. What is deleted here stays in a copy until that copy is thrown away.',
          },
        ],
      },
      {
        title: 'The emails we send',
        paragraphs: [
          'A receipt for each payment, with the title, the amount, the number of your order and a link that opens the title for anyone who has the link; a link to a title that we open for you as a gift; a message when you get a refund; and a code when somebody asks for one with your address. No newsletters. Emails go out through our mail provider, who keeps records of its own. While the site has no mail provider, a copy of each email stays as a file on our server.',
        ],
      },
      {
        title: 'Who else gets data',
        list: [
          'Paynow, when you pay there: the title, the amount, your email address, and the number of the phone that is asked to pay.',
          'Stripe, when you pay there by card: the title, the amount and your email address. What you type on its page stays with Stripe.',
          'WhatsApp, Facebook and others learn that you came from here when you open a link to them, and nothing before that.',
          'Nobody else. We do not sell, lend or publish what we know about you.',
        ],
      },
      {
        title: 'For administrators',
        paragraphs: [
          'Administrators have an account: name, email address, a fingerprint of the password, where and with which browser they are signed in, and from which browsers and networks they signed in before. What they do is recorded permanently, with their name and network address. Failed attempts to sign in are recorded too.',
        ],
        facts: keptByAdministrators,
      },
    ],
  }
}

/** Descriptions of the data stored in browsers, by name. The types require a text for every name. */
type Kept<Name extends string> = Record<Name, string>
type ForAdministrators = 'adminToken' | 'signInDevice' | 'draft ' | 'tus::'
type ForVisitors = Exclude<CookieName | StorageKey | StoragePrefix | CacheName | CachePrefix, ForAdministrators>

const visitors: Kept<ForVisitors> = {
  clientID: `A long random number that identifies this browser, so that your purchases open in it. It says nothing about you. You get it on the first page with titles. It is kept in storage, and for ${COOKIE_DAYS} days in a cookie, since browsers sometimes lose one of the two.`,
  '__Host-clientID': 'The cookie with that number when the connection is encrypted: other sites can’t set it.',
  sitePreview: `A cookie that displays changes of this site, or a title, before they are published, if somebody sent you a link to them. Until you end the preview, or for at most ${PREVIEW_DAYS} days.`,
  currency: 'The currency that you chose, USD or ZWG.',
  email: 'The email address that you gave at checkout, or to find your purchases. The form is filled in with it the next time.',
  ownedItems:
    'The numbers of the titles that you own, so that their cards can say so. The list is there, still empty, once you chose something that has a price.',
  paying: 'The number of the order, while you pay on another site, until you are back.',
  'code ':
    'That you asked for a code, with which email address and when, so that you can still enter it after reloading the page. Until you enter the code, or close the tab.',
  readingPositions: `The page, and the place in the text, where you stopped in each of the last ${STORED_POSITIONS} books, with the first words there and the edition of the book, so that the place is found again when the book’s file is replaced.`,
  bookmarks: `The pages that you marked, each with a few of its words and the edition of the book, the last ${MAX_BOOKMARKS} of them.`,
  readingSettings:
    'Whether you read a book as pages or as text, and how the text looks, for all books and for single ones; speed and voice of reading aloud.',
  readingPlaces: 'The place in the text where you stopped in each book, as an earlier version of this site stored it. Until you read on.',
  highlights: `The passages that you highlighted, with color, the words before them, the title of the book and your notes, the last ${MAX_HIGHLIGHTS} of them. They leave this browser only when you save, print or share them; after a book’s file was replaced, the first words of each are sent to this site once, which looks for them in the new file and does not keep them.`,
  foundPlaces:
    'In which pages of a replaced book your place, your bookmarks and your highlights are now, and a place that the new edition doesn’t have.',
  listeningPositions: `The second where you stopped in each of the last ${STORED_HEARD} episodes and audiobooks, or that you heard it to its end.`,
  listeningQueue: `The episodes that you put into your queue, up to ${MAX_QUEUED}, until they play or you remove them.`,
  openRecording:
    'The episode or audiobook in the player, so that the player returns with the next page. Until you close the player, or the recording ends.',
  soundBookmarks: `The moments that you marked in episodes and audiobooks, with your notes, the last ${MAX_BOOKMARKS} of them.`,
  listeningSpeed: 'The speed of listening that you chose last.',
  showSpeeds: `How fast you listen to each program and audiobook, the last ${STORED_SPEEDS} of them.`,
  downloadFormats: 'The formats in which you last saved a book and an episode.',
  lightSound: 'Whether episodes play in “Data saver”, which uses less data.',
  playNext: 'That the next episode starts by itself, if you chose so.',
  recentItems:
    'The titles that you opened last, with their covers, so that you can go on where you were. Until you clear the list, on Home or on your shelf.',
  keptItems: 'The numbers of the titles that you saved offline, so that their pages can say so.',
  'shelf ':
    'A title that you saved offline: its text, its pages or its sound, its cover, when you saved it, and when this site last confirmed that it is yours. Until you remove it, or it is no longer yours.',
  app: 'A page that tells you when you are offline and, once you save a title offline, the files that the site needs to open it.',
  pages:
    'The last 30 pages that you saw, as everybody sees them, so that they open without a connection. Searches and purchases are not among them.',
  'react-router-scroll-positions':
    'How far you had scrolled down each page, so that Back returns to the same place. Until you close the tab.',
}

const administrators: Kept<ForAdministrators> = {
  adminToken: 'Shows that you are signed in. Until you sign out, or are signed out.',
  signInDevice: `A cookie that identifies the browser after you signed in with it. The browser is remembered for ${COOKIE_DAYS} days, the network for ${KNOWN_NETWORK_DAYS}. The cookie opens nothing: while you have it, strangers who guess passwords can’t lock you out.`,
  'draft ': `What you typed into a form and did not save, for ${DRAFT_DAYS} days. Until you save or discard it, or sign out.`,
  'tus::': 'Which part of a large file has been sent, so that an interrupted upload continues where it stopped. Until the form is saved.',
}

const keptByVisitors = toFacts(visitors)
const keptByAdministrators = toFacts(administrators)

function toFacts(kept: Kept<string>) {
  // A prefix of several names is displayed with an ellipsis.
  return Object.entries(kept).map(([name, text]) => ({ name: /\W$/.test(name) ? `${name}…` : name, text, code: true }))
}

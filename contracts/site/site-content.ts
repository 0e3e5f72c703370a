import { z } from 'zod'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { email } from '#contracts/common/email.ts'
import { cleanPasted } from '#contracts/common/pasted-code.ts'
import { profileLink } from '#contracts/common/profile-link.ts'
import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import { isZone } from '#contracts/shop/shop-time.ts'
import { Collections } from './collections.ts'
import { DEFAULT_COLORS } from './palette.ts'
import { LEAST_PODCAST_COVER, PODCAST_CATEGORIES } from './podcast-categories.ts'
import { PolicyTexts } from './policy-texts.ts'
import { picture } from './site-picture.ts'
import { line, name, paragraph, sentence, text } from './text-fields.ts'
import { Wording } from './wording.ts'

/** Returns the schema of a phone number as typed by the site owner. Links use only its digits. */
const telephone = (title: string) =>
  text(30, title)
    .overwrite((typed) =>
      cleanPasted(typed)
        .replaceAll(/[ ()./-]+/g, ' ')
        .trim(),
    )
    .regex(/^\+?\d(?: ?\d){6,14}$/, 'Enter a phone number: digits and spaces, optionally with a leading +.')
    .meta({ format: 'tel' })
const link = (title: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Enter the address of a page, such as https://example.com.' })
    .max(500, 'Enter at most 500 characters.')
    .meta({ title })

const profile = (title: string, profiles: string) =>
  profileLink(profiles).meta({ title, format: 'uri', description: `${profiles}name, or @name` })

const anyColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color as # and six digits, such as #b8741a.')
  .toLowerCase()
const color = (title: string, initial: string) => anyColor.default(initial).meta({ title, format: 'color' })

const pageCount = z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(500, 'Enter at most 500.')

const HERO_ADVICE =
  'Behind the title of the page, on phones beside it. At least 1440 pixels wide. The title is on the left, so that side should be calm.'
const CARD_ADVICE = 'Above the text, except on phones. Five parts wide and three high, at least 640 pixels wide.'
/** Returns the schema of a line of text over a picture, which must be short enough for the screen of a phone. */
const heroLine = (title: string) => text(110, title)

/** The six programs. Each program has its own page and artwork. */
const PROGRAMS = [
  'relationship-coaching',
  'ladies-empowerment',
  'gents-empowerment',
  'spiritual-and-personal-development',
  'teen-coaching',
  'book-writing-coaching',
] as const

const Program = z.object({
  slug: z.enum(PROGRAMS).meta({ title: 'Address', readOnly: true }),
  title: name('Title'),
  categories: z.array(z.string()).min(1).meta({ title: 'Categories', readOnly: true }),
  summary: sentence('Summary'),
})

/** Returns the schema of the list of all programs. Together, the programs cover every category of items. */
function listOfPrograms<Schema extends typeof Program>(schema: Schema) {
  return z
    .array(schema)
    .refine(
      (programs) => programs.length === PROGRAMS.length && PROGRAMS.every((each) => programs.some(({ slug }) => slug === each)),
      `List each of the ${PROGRAMS.length} programs exactly once.`,
    )
    .refine(
      (programs) => CATEGORIES.every((each) => programs.some((program) => program.categories.includes(each))),
      'Every category needs a program.',
    )
    .meta({
      title: 'Programs',
      description: 'Programs appear in the menu in this order.',
      minItems: PROGRAMS.length,
      maxItems: PROGRAMS.length,
    })
}

export const SiteSettings = z.object({
  brand: z.object({
    name: name('Name'),
    vision: line('Vision'),
    mission: line('Mission'),
    blurb: line('Short description').meta({ description: 'Displayed in the footer, and provided to search engines.' }),
    logoOnLight: picture(
      'logo',
      'Logo on light backgrounds',
      'A PNG or WebP with a transparent background. It is displayed 32 pixels high, beside the name. Transparent margins are cut off.',
    ),
    logoOnDark: picture(
      'logo',
      'Logo on dark backgrounds',
      'Also for the icons of browser tabs and phones. Without it, the other logo is used.',
    ),
    shareImage: picture(
      'share',
      'Picture for shared links',
      '1200 × 630 pixels. Chat apps show it with links to the site, except links to a book or episode.',
    ),
    accent: color('Accent color', DEFAULT_COLORS.accent).meta({
      description: 'Color of buttons, links and marks. Shades with enough contrast are derived from this color.',
    }),
    dark: color('Dark color', DEFAULT_COLORS.dark).meta({
      description: 'Color of dark sections, the footer, and the browser’s toolbar on phones.',
    }),
  }),
  founder: z.object({
    name: name('Name').meta({ description: 'The founder’s page lists the books of the author with this name.' }),
    slug: text(60, 'Address').regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Enter lowercase letters, digits and hyphens only.'),
  }),
  contact: z.object({
    phone: telephone('Phone'),
    whatsapp: telephone('WhatsApp').meta({ description: 'Include the country code, which the chat link needs.' }),
    email: email.meta({ title: 'Email', format: 'email' }),
    chatLink: link('Chat link'),
  }),
  hours: z
    .array(z.object({ days: name('Days'), hours: name('Hours') }))
    .min(1)
    .max(7)
    .meta({ title: 'Business hours' }),
  social: z
    .object({
      facebook: profile('Facebook', 'facebook.com/'),
      twitter: profile('X', 'x.com/'),
      instagram: profile('Instagram', 'instagram.com/'),
      linkedin: profile('LinkedIn', 'linkedin.com/company/'),
    })
    .partial(),
  /** Preview of a priced book: a share of its pages, between a minimum and a maximum number. Previews are created when a book is saved */
  preview: z
    .object({
      percent: z
        .number('Enter a number, such as 10.')
        .positive('Enter a number above zero.')
        .max(50, 'Enter at most 50.')
        .meta({ title: 'Percent of the pages' }),
      least: pageCount.meta({ title: 'Minimum number of pages' }),
      most: pageCount.meta({ title: 'Maximum number of pages' }),
    })
    .refine(({ least, most }) => least <= most, { path: ['least'], error: 'The minimum must not be greater than the maximum.' })
    .meta({
      description: 'Number of pages of a priced book that everyone may read. Applies to books that are published or changed from now on.',
    }),
  /** Former place of a setting. Without this line, the value would be ignored, and the privacy page could make a false promise. */
  addressLogDays: z.literal(0, 'is now the setting ADDRESS_LOG_DAYS: move the number there, and remove this line.').optional(),
  /** Podcast details for directories. If the owner has no cover, feeds use site/art/podcast-cover.jpg */
  podcast: z.object({
    title: name('Title').optional().meta({ description: 'If empty, the name of the site and “Podcasts”.' }),
    description: text(4000, 'Description'),
    language: text(20, 'Language').regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Enter a language tag, such as en.'),
    // The choices are required of new content only, so that what was published before stays valid.
    category: name('Category').meta({ choices: Object.keys(PODCAST_CATEGORIES) }),
    subcategory: name('Subcategory')
      .optional()
      .meta({ choices: ['', ...Object.values(PODCAST_CATEGORIES).flat()], description: 'One of the chosen category.' }),
    cover: picture(
      'podcast',
      'Cover',
      `A square of at least ${LEAST_PODCAST_COVER} × ${LEAST_PODCAST_COVER} pixels. Podcast apps display it for the whole podcast.`,
    ),
    priced: z.enum(['preview', 'hidden']).meta({
      title: 'Priced episodes in podcast apps',
      labels: { preview: 'The first minute, with a link to the shop', hidden: 'Left out' },
    }),
  }),
  programs: listOfPrograms(Program),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** The four tiles of the home page. Each tile has its own link and icon. */
export const HOME_TILES = ['Books', 'Bibles', 'Youth Coaching Podcasts', 'Book Publishing'] as const

const HomeTexts = z.object({
  line: heroLine('Second line below the title').meta({
    description: 'The title is the vision, and the first line is the mission; edit both in the section Brand.',
  }),
  primary: text(40, 'First button').meta({ description: 'This button opens the bookshop.' }),
  secondary: text(40, 'Second button').meta({ description: 'This button opens the program Relationship Coaching.' }),
  picture: picture('hero', 'Picture', HERO_ADVICE),
  booksTitle: text(40).default('Best Selling Books').meta({
    title: 'Heading of the books',
    description: 'The books are the best-selling ones, and the newest ones as long as none was sold.',
  }),
  letter: paragraph('Letter of the founder').optional().meta({
    description:
      'Three sentences to visitors: who you are, and why. They are signed with the founder’s name. If empty, Home has no letter.',
  }),
  letterPicture: picture('hero', 'Picture beside the letter', 'Upright on computers, and five parts wide and three high on phones.'),
  letterTitle: line().default('From the founder').meta({ title: 'Heading of the letter' }),
  programsTitle: line().default('Coaching programs').meta({ title: 'Heading of the programs' }),
  podcastsTitle: text(40).default('Latest Podcasts').meta({ title: 'Heading of the episodes' }),
  tiles: z
    .array(
      z
        .object({
          title: z.enum(HOME_TILES).meta({ title: 'Tile', readOnly: true }),
          text: text(90, 'Text'),
          picture: picture('hero', 'Picture of the tile', CARD_ADVICE),
        })
        .meta({ title: 'Tile' }),
    )
    .refine(
      (tiles) => tiles.length === HOME_TILES.length && HOME_TILES.every((each) => tiles.some(({ title }) => title === each)),
      'List each of the four tiles exactly once.',
    )
    .meta({ title: 'Tiles', minItems: HOME_TILES.length, maxItems: HOME_TILES.length }),
})

const Heading = z.object({
  title: text(40, 'Title'),
  lines: z.tuple([heroLine('First line'), heroLine('Second line')]).meta({ title: 'Lines below the title' }),
  picture: picture('hero', 'Picture', HERO_ADVICE),
})
export type Heading = z.infer<typeof Heading>

/** Page headings. They cover pages whose heading is not edited in another section. */
const Headings = z.object({
  bookshop: Heading.meta({ title: 'Bookshop' }),
  podcasts: Heading.meta({ title: 'Podcasts' }),
  authors: Heading.meta({ title: 'Authors' }),
  publishing: Heading.meta({ title: 'Publishing' }),
  contact: Heading.meta({ title: 'Contact' }),
})

const lines = z.tuple([line('First line'), line('Second line')]).meta({ title: 'Lines below the title' })

export const FounderTexts = z.object({
  lines,
  picture: picture('hero', 'Picture', HERO_ADVICE),
  about: z.array(paragraph('Paragraph')).min(1).max(10).meta({ title: 'About', description: 'Use a separate field for each paragraph.' }),
})
export const Faq = z
  .array(z.object({ question: line('Question'), answer: paragraph('Answer') }).meta({ title: 'Question' }))
  .min(4, 'The bookshop has at least four questions.')
  .max(20)
  .meta({ title: 'Questions' })

/** Subject words of a category. A search for one of them finds the items of the category. */
export const CategorySubjects = z.object({
  category: name('Category'),
  words: paragraph('Words').meta({ description: 'Separate the words with commas.' }),
})
export type CategorySubjects = z.infer<typeof CategorySubjects>
export const Subjects = z
  .array(CategorySubjects.meta({ title: 'Category' }))
  .max(50)
  .meta({
    title: 'Categories',
    description: 'Readers who search for one of the words find the books and episodes of its category.',
  })

const ProgramText = z.object({
  lines,
  color: anyColor.optional().meta({
    title: 'Color',
    format: 'color',
    description: 'The page has dark, medium and pale shades of it, within contrast limits.',
  }),
  picture: picture('hero', 'Picture', HERO_ADVICE),
  intro: z
    .array(paragraph('Paragraph'))
    .min(2)
    .max(3)
    .meta({ title: 'Introduction', description: 'The first paragraph is displayed in large type.' }),
  forWhom: z.array(line('Line')).min(2).max(5).meta({ title: 'For whom' }),
  session: z
    .array(z.object({ title: name('Title'), text: sentence('Text') }).meta({ title: 'Step' }))
    .length(3)
    .meta({ title: 'Steps of a session' }),
  invitation: z
    .object({ title: line('Title'), text: sentence('Text'), button: name('Button') })
    .meta({ title: 'Invitation', description: 'The last section of the page, beside the chat link.' }),
})
export const ProgramTexts = z.record(z.enum(PROGRAMS), ProgramText)

/** The thirteen publishing services, in the order of a book's production. */
const PUBLISHING_SERVICES = [
  'Manuscript evaluation',
  'Content strategy',
  'Editing',
  'Proofreading',
  'Design and formatting',
  'ISBN registration',
  'Copyright registration',
  'Printing and distribution',
  'E-book conversion',
  'Marketing',
  'Author platform',
  'Reviews',
  'Sales analytics',
] as const

const Service = z
  .object({
    name: z.enum(PUBLISHING_SERVICES).meta({ title: 'Service', readOnly: true }),
    description: sentence('Description'),
  })
  .meta({ title: 'Service' })
const Stage = z
  .object({
    title: name('Title'),
    summary: sentence('Summary'),
    services: z.array(Service).min(1).meta({ title: 'Services' }),
  })
  .meta({ title: 'Stage' })
const Package = z
  .object({
    name: name('Name'),
    for: sentence('For whom'),
    from: z
      .number('Enter a price as a number, such as 450.')
      .positive('Enter a price above zero.')
      .max(1_000_000, 'Enter at most 1,000,000.')
      .meta({ title: 'Lowest price in dollars' }),
    time: line('Time'),
    includes: z.array(line('Line')).min(3).max(20).meta({ title: 'Includes' }),
    without: sentence('Does not include'),
  })
  .meta({ title: 'Package' })

/** Headings of the publishing page. */
const PublishingHeadings = z
  .object({
    button: text(40, 'Button').default('Tell us about your book'),
    packages: line('Heading of the packages').default('Three packages'),
    packagesText: sentence('Text below it').default('“From” is the lowest price at which we have really done it.'),
    steps: line('Heading of the steps').default('How it goes'),
    services: line('Heading of the services').default('What we do'),
    servicesText: sentence('Text below it').default('Take all of it, or only what your book still needs.'),
    document: sentence('Text beside the PDF').default('All three packages on paper, to read again or to show at home.'),
  })
  .meta({ title: 'Headings' })

export const PublishingSettings = z.object({
  headings: PublishingHeadings.prefault({}),
  stages: z
    .array(Stage)
    .min(1)
    .max(13)
    .refine((stages) => {
      const named = stages.flatMap((stage) => stage.services.map((service) => service.name))
      return named.length === PUBLISHING_SERVICES.length && new Set(named).size === named.length
    }, 'List each of the thirteen services exactly once.')
    .meta({ title: 'Stages' }),
  packages: z.array(Package).length(3).meta({ title: 'Packages' }),
  apart: z
    .array(z.object({ what: line('Extra'), price: line('Price'), note: sentence('Note') }).meta({ title: 'Extra' }))
    .min(1)
    .max(20)
    .meta({ title: 'Extras' }),
  steps: z
    .array(z.object({ title: name('Title'), text: sentence('Text') }).meta({ title: 'Step' }))
    .min(3)
    .max(8)
    .meta({ title: 'How it goes' }),
  promises: z
    .array(z.object({ title: name('Title'), text: sentence('Text') }).meta({ title: 'Promise' }))
    .min(1)
    .max(6)
    .meta({ title: 'Promises' }),
})
export type PublishingSettings = z.infer<typeof PublishingSettings>

export const CompletePrograms = listOfPrograms(Program.extend(ProgramText.shape).meta({ title: 'Program' }))

const { brand, contact, hours, social, founder, podcast, preview } = SiteSettings.shape

const mail = z.object({
  sender: name('Sender’s name').optional().meta({ description: 'Sender name of all emails. If empty, the name of the site is used.' }),
  signature: sentence('Signature').optional().meta({ description: 'Last lines of receipts and of emails about orders.' }),
  footer: sentence('Footer')
    .optional()
    .meta({ description: 'Small print of receipts and of emails about orders, below your contact details.' }),
})

/** Time zones at the top of the choice */
const NEAR_ZONES = [
  DEFAULT_ZONE,
  'Africa/Johannesburg',
  'Africa/Lusaka',
  'Africa/Gaborone',
  'Africa/Maputo',
  'Africa/Nairobi',
  'Africa/Lagos',
  'Europe/London',
  'America/New_York',
  'Australia/Sydney',
  'UTC',
]

const selling = z.object({
  timeZone: z
    .string()
    .refine(isZone, 'Choose a time zone.')
    .default(DEFAULT_ZONE)
    .meta({
      title: 'Time zone',
      choices: [...new Set([...NEAR_ZONES, ...Intl.supportedValuesOf('timeZone')])],
      description:
        'Days of sales and statistics, dates of receipts and times of publication are in this time zone. Days that have been counted keep their figures.',
    }),
  conversion: z
    .enum(['offered', 'off'])
    .default('offered')
    .meta({
      title: 'Payments in ZWG',
      labels: { offered: 'Offered, at the rate of the day', off: 'Not offered: US dollars only' },
      description: 'Payments that were started before are completed in their currency.',
    }),
  currencyName: text(12, 'Name of ZWG')
    .default('ZWG')
    .meta({ description: 'Buyers see it before amounts in ZWG, and where they choose a currency.' }),
  refundDays: z.int('Enter a whole number.').min(1, 'Enter at least 1 day.').max(365, 'Enter at most 365 days.').meta({
    title: 'Refund days',
    description: 'Number of days within which buyers can return a purchase. The refunds page states this number.',
  }),
  signedBy: name('Receipts are signed by').optional(),
  taxLine: line('Tax line')
    .optional()
    .meta({ description: 'Printed on every receipt, such as a tax number, or a note that prices include VAT.' }),
})

/** Content sections that the site owner edits, with their schemas. */
export const SECTIONS = {
  brand,
  home: HomeTexts,
  headings: Headings,
  contact: contact.extend({ hours }),
  social,
  programs: CompletePrograms,
  founder: founder.extend(FounderTexts.shape),
  questions: Faq,
  collections: Collections,
  subjects: Subjects,
  publishing: PublishingSettings,
  wording: Wording,
  podcast,
  preview,
  selling,
  mail,
  policies: PolicyTexts,
}

/** Titles of the content sections in the admin area. */
export const SECTION_TITLES: Record<SectionName, string> = {
  brand: 'Brand',
  home: 'Home',
  headings: 'Page headings',
  contact: 'Contact',
  social: 'Social networks',
  programs: 'Programs',
  founder: 'Founder',
  questions: 'Bookshop questions',
  collections: 'Collections',
  subjects: 'Search words',
  publishing: 'Publishing',
  wording: 'Other texts',
  podcast: 'Podcast',
  preview: 'Previews',
  selling: 'Selling',
  mail: 'Email',
  policies: 'Policies',
}

/** Content sections that only a few pages use. Other pages don't load them. */
export const PAGE_SECTIONS = [
  'founder',
  'questions',
  'collections',
  'publishing',
  'wording',
  'policies',
  'selling',
] as const satisfies (keyof typeof SECTIONS)[]

export type PageSection = (typeof PAGE_SECTIONS)[number]
export type SectionName = keyof typeof SECTIONS
/** Content of all sections of the site. */
export type SiteContent = { [Name in SectionName]: z.output<(typeof SECTIONS)[Name]> }
/** Scope of a preview link: all drafts of the site, or one unpublished item. */
export type PreviewKind = 'site' | 'item'

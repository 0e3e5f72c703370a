import { definePublishing } from './schema.ts'

/** Texts of the publishing page and of the packages PDF. */
export const publishing = definePublishing({
  stages: [
    {
      title: 'The words',
      summary: 'Before anything is designed, the text itself has to be ready.',
      services: [
        {
          name: 'Manuscript evaluation',
          description:
            'An editor reads all of it and writes you four to six pages: what works, what doesn’t yet, and what to do first. You have them within three weeks.',
        },
        {
          name: 'Content strategy',
          description:
            'We settle who the book is for, what it promises them and what can be left out. You leave with a chapter plan on one sheet.',
        },
        {
          name: 'Editing',
          description:
            'Line by line, with every change marked, so that you can say no to any of them. Two rounds, with a conversation between.',
        },
        {
          name: 'Proofreading',
          description:
            'A second pair of eyes reads the set pages for spelling, Scripture references, names and numbers, in English, Shona or Ndebele.',
        },
      ],
    },
    {
      title: 'The book',
      summary: 'From a file on a laptop to something that has weight.',
      services: [
        {
          name: 'Design and formatting',
          description: 'A cover drawn for your book alone, two proposals to choose from, and pages set to be read by lamplight.',
        },
        {
          name: 'ISBN registration',
          description: 'We apply at the National Archives of Zimbabwe in your name. The number is yours, whoever prints the next edition.',
        },
        {
          name: 'Copyright registration',
          description: 'We prepare the forms and lodge the deposit copies, so that nobody can say they wrote it.',
        },
        {
          name: 'Printing and distribution',
          description: 'From twenty-five copies upwards, printed in Harare, and sent by bus or courier to you and to shops that order.',
        },
        {
          name: 'E-book conversion',
          description: 'A file that opens well on a small phone, is light on data and stands in our bookshop the same week.',
        },
      ],
    },
    {
      title: 'The readers',
      summary: 'A book nobody hears of is a box under a bed.',
      services: [
        {
          name: 'Marketing',
          description:
            'A launch plan for your budget: church, radio, WhatsApp groups, one good event. We write the texts, you know the people.',
        },
        {
          name: 'Author platform',
          description: 'A profile on this site, a portrait, a short biography and pages on the networks that you will really keep up.',
        },
        {
          name: 'Reviews',
          description:
            'Ten early copies to readers, pastors and editors whose word is trusted. We don’t buy praise, and they may say what they like.',
        },
        {
          name: 'Sales analytics',
          description: 'A page each month: copies and e-books sold, where, for how much, and what we owe you. Paid by the tenth.',
        },
      ],
    },
  ],
  packages: [
    {
      name: 'First Light',
      for: 'For a short book, a family history or a devotional, up to 20,000 words.',
      from: 280,
      time: 'Eight to ten weeks',
      includes: [
        'Manuscript evaluation, in writing',
        'One round of editing and one of proofreading',
        'Cover from our set of designs, with your title and colours',
        'Pages set for print and for phones',
        'ISBN in your name',
        'E-book in our bookshop',
        'Two printed copies to hold',
      ],
      without: 'Not in it: copyright registration, marketing, more printed copies.',
    },
    {
      name: 'Open Page',
      for: 'For most books: up to 60,000 words, to be sold in shops and at events.',
      from: 650,
      time: 'Four to five months',
      includes: [
        'Everything in First Light',
        'Chapter plan with an editor, at the beginning',
        'Two rounds of editing, with a conversation between',
        'Cover drawn for your book alone, two proposals',
        'Copyright registration',
        'Author profile and portrait on this site',
        'Launch plan and its texts',
        'Twenty-five printed copies',
      ],
      without: 'Not in it: early copies for reviewers, distribution to shops.',
    },
    {
      name: 'Full Lamp',
      for: 'For a book that carries your work: long, illustrated, or meant for many towns.',
      from: 1400,
      time: 'Six to eight months',
      includes: [
        'Everything in Open Page',
        'Up to 100,000 words, with pictures and tables',
        'Three rounds of editing and a last reader',
        'Ten early copies to reviewers',
        'Distribution to shops that order',
        'Sales figures each month for two years',
        'A launch event in one town, prepared with you',
        'One hundred printed copies',
      ],
      without: 'Not in it: travel and hall hire for the event, which are paid at cost.',
    },
  ],
  apart: [
    { what: 'Manuscript evaluation alone', price: 'from $45.00', note: 'taken off the price if you go on with a package' },
    { what: 'Proofreading alone', price: 'from $2.00 a page', note: 'a page is 300 words' },
    { what: 'More printed copies', price: 'from $3.20 each', note: '150 pages, black and white, 100 copies or more' },
    { what: 'E-book conversion alone', price: 'from $60.00', note: 'from a finished file, without pictures' },
    { what: 'ISBN or copyright, alone', price: 'from $25.00 each', note: 'fees of the registries are extra and shown to you' },
  ],
  steps: [
    { title: 'You write to us', text: 'Send a message or call. Tell us what the book is about and how far it is; half a page is enough.' },
    { title: 'We read', text: 'Send the manuscript, or photographs of the exercise book. Reading the first ten pages costs nothing.' },
    {
      title: 'You get one sheet',
      text: 'What we would do, in which weeks, for what price. It holds for sixty days, and nobody will press you.',
    },
    {
      title: 'We work, you decide',
      text: 'You see every change before it stands. A third is paid at the start, a third at the set pages, a third at the printed book.',
    },
    { title: 'It goes out', text: 'Your book is printed, listed and launched. From then on you hear from us every month.' },
  ],
  promises: [
    { title: 'It stays yours', text: 'You keep the copyright and the ISBN. You may leave with your files whenever you like.' },
    {
      title: 'No price grows by itself',
      text: '“From” means the lowest price at which we have really done it. Yours is written down before you pay anything.',
    },
    { title: 'We say no', text: 'If a book isn’t ready, we tell you what it needs and take no money for more.' },
  ],
})

import type { BookFields } from '#contracts/catalogue/book.ts'

/** Book in the demonstration catalogue; file paths are relative to demo/files. */
export type DemoBook = BookFields & { slug: string; coverImage: string; pdf: string; epub?: string; audio?: string }

/** Books that are also published as an EPUB. */
const WITH_EPUB = ['the-quiet-father', 'who-told-you-that']
/** Books that are also read aloud, with a recording for each chapter. */
const WITH_AUDIO = ['the-page-a-day']

/** Demonstration books, in display order. */
export const demoBooks: DemoBook[] = [
  {
    slug: 'the-lamp-and-the-letter',
    title: 'The Lamp and the Letter',
    author: 'Ruvimbo Chikomo',
    price: 0,
    categories: ['Spiritual and Personal Development'],
    language: 'en',
    subjects: ['prayer', 'patience', 'grief', 'letters', 'faith'],
    coverAlt: 'A paraffin lamp glows in rings of warm light above an open envelope with a handwritten letter',
    description:
      'When the power goes at six and a niece at a growth point writes that she can no longer pray, an aunt in Harare lights her grandmother’s lamp and begins to answer. Seven short evening pieces on prayer, patience and becoming.',
  },
  {
    slug: 'her-own-name',
    title: 'Her Own Name',
    author: 'Chiedza Mapfumo',
    price: 5.5,
    categories: ['Ladies Empowerment'],
    language: 'en',
    subjects: ['identity', 'marriage', 'self-esteem', 'motherhood'],
    coverAlt: 'A woman with closed eyes wears a purple headwrap with a pattern of circles and golden earrings',
    description:
      'At a bank counter in Masvingo a woman is asked her name, and cannot think. Chiedza Mapfumo writes with humour and tenderness about being somebody’s mother, wife and daughter-in-law, and about the person who was called by name before any of them.',
  },
  {
    slug: 'sow-in-season',
    title: 'Sow in Season',
    author: 'Tapiwa Gumbo',
    price: 7,
    categories: ['Spiritual and Personal Development'],
    language: 'en',
    subjects: ['leadership', 'farming', 'work', 'patience', 'faith'],
    coverAlt: 'Rows of young maize run across a ploughed field to green hills, behind which the sun rises',
    description:
      'A retired headmaster goes back to his father’s field in Chivi and discovers how little he knew about leading anybody. Eight pieces follow the farming year, from August clearing to the winter fire, for those who have people in their care.',
  },
  {
    slug: 'crossing-before-rain',
    title: 'Crossing Before Rain',
    author: 'Nomathemba Khumalo',
    price: 0,
    categories: ['Teen Coaching'],
    language: 'en',
    subjects: ['courage', 'choices', 'leaving school', 'future'],
    coverAlt: 'Three young people cross a river on stepping stones, their bundles held above their heads, as rain begins to fall',
    description:
      'There is a week in November when the Shangani can still be crossed on foot, with whatever you can hold above your head. A school matron from Bulawayo writes for young people standing on that bank, deciding what to take.',
  },
  {
    slug: 'the-table-we-set',
    title: 'The Table We Set',
    author: 'Ruvimbo Chikomo',
    price: 6,
    categories: ['Ladies Empowerment'],
    language: 'en',
    subjects: ['hospitality', 'savings clubs', 'grief', 'friendship'],
    coverAlt: 'A round table seen from above, with plates of food around a pot of sadza; one plate is empty, and its chair is golden',
    description:
      'A table carried home on a scotch cart, the minutes of a savings club, four women peeling onions at a funeral. This book is for women who have cooked for every gathering and are beginning to ask where their own chair is.',
  },
  {
    slug: 'strength-without-noise',
    title: 'Strength Without Noise',
    author: 'Farai Mutendi',
    price: 5,
    categories: ['Gents Empowerment'],
    language: 'en',
    subjects: ['gentleness', 'anger', 'honesty', 'work'],
    coverAlt: 'A high wall of gray stones with a zigzag pattern, in which a single stone is golden',
    description:
      'A broken borehole, a boundary wall, an envelope left on a desk. Farai Mutendi writes for men who have been told to be strong and never shown how to be gentle with it. Short stories and honest questions from fields, offices and kombi ranks.',
  },
  {
    slug: 'a-house-for-two',
    title: 'A House for Two',
    author: 'Ruvimbo Chikomo',
    price: 4.5,
    categories: ['Relationship Coaching'],
    language: 'en',
    subjects: ['marriage', 'wife', 'husband', 'money', 'prayer'],
    coverAlt: 'A red house, open at the front, has four furnished rooms, and beside it a brick wall is still being built',
    description:
      'Most of us build as we can afford to, one room at a time, living among the bricks. This small book walks through a marriage the same way, from the gate to the roof, with stories, letters, an argument over a receipt and a prayer.',
  },
  {
    slug: 'the-market-at-dawn',
    title: 'The Market at Dawn',
    author: 'Chiedza Mapfumo',
    price: 0,
    categories: ['Ladies Empowerment'],
    language: 'en',
    subjects: ['money', 'business', 'saving', 'debt', 'giving'],
    coverAlt: 'A market stall is piled with tomatoes, greens and potatoes below a violet sky in which the sun rises',
    description:
      'At four in the morning the women of Mbare Musika already know the price of the day. Chiedza Mapfumo sits down among the crates to write about earning, lending, keeping and giving, and about the fear that hides inside a purse.',
  },
  {
    slug: 'who-told-you-that',
    title: 'Who Told You That?',
    author: 'Nomathemba Khumalo',
    price: 2.99,
    categories: ['Teen Coaching'],
    language: 'en',
    subjects: ['self-esteem', 'shame', 'bullying', 'identity'],
    coverAlt: 'Four speech bubbles, blue, orange, yellow and purple, each with one word of the title',
    description:
      'Somebody once told you that you were slow, or too dark, or just like your father, and you have been carrying it about ever since. Nomathemba Khumalo puts such sentences on trial, with stories from Bulawayo, a good deal of laughter, and one very old question.',
  },
  {
    slug: 'first-draft-by-harvest',
    title: 'First Draft by Harvest',
    author: 'Chiedza Mapfumo',
    price: 8,
    categories: ['Book Writing'],
    language: 'en',
    subjects: ['writing a book', 'planning', 'first draft'],
    coverAlt: 'A pencil grows out of the soil like a maize plant, with leaves and a ripe cob, in front of a ruled page',
    description:
      'Plough in October, bring in the crop by April. Chiedza Mapfumo borrows the farmer’s calendar to take a first-time author from a crowded head to a finished draft, with honest arithmetic, a hungry January, and some company for the long rows in between.',
  },
  {
    slug: 'the-quiet-father',
    title: 'The Quiet Father',
    author: 'Farai Mutendi',
    price: 0,
    categories: ['Gents Empowerment'],
    language: 'en',
    subjects: ['fatherhood', 'parenting', 'children', 'migrant work'],
    coverAlt: 'A bicycle with a parcel on its rack stands in the dark, and its lamp throws a wide beam of light',
    description:
      'For fathers who love their children and were never taught how to say it. Farai Mutendi remembers a railwayman with a bicycle lamp, writes to a friend working in Johannesburg, and asks what a child is really counting when she counts the days.',
  },
  {
    slug: 'before-you-say-yes',
    title: 'Before You Say Yes',
    author: 'Nomathemba Khumalo',
    price: 3.5,
    categories: ['Relationship Coaching'],
    language: 'en',
    subjects: ['engagement', 'wedding', 'lobola', 'dating', 'money'],
    coverAlt: 'A diamond ring sparkles above a striped red and white box of chips',
    description:
      'A ring in a box of chips, a fuel queue, a brother who always borrows the car. From Bulawayo, Nomathemba Khumalo helps couples look kindly and clearly at each other before the cattle are counted, and says when it is right to wait.',
  },
  {
    slug: 'forty-mornings',
    title: 'Forty Mornings',
    author: 'Farai Mutendi',
    price: 0,
    categories: ['Spiritual and Personal Development'],
    language: 'en',
    subjects: ['devotional', 'Bible', 'prayer', 'illness', 'grief', 'faith'],
    coverAlt: 'A small figure raises both arms in front of a huge rising sun with orange and yellow rays',
    description:
      'Forty readings, each no longer than it takes the water to boil. Farai Mutendi begins in the dark with a bucket and ends at a kitchen table, and on the way he finds God at bus ranks, boreholes, funerals and a car wash.',
  },
  {
    slug: 'the-page-a-day',
    title: 'The Page a Day',
    author: 'Tapiwa Gumbo',
    price: 0,
    categories: ['Book Writing'],
    language: 'en',
    subjects: ['diary', 'journal', 'habits', 'writing'],
    coverAlt: 'Thirty-one written pages hang in rows from night blue to the yellow of morning; a pen writes on the brightest',
    description:
      'A night guard in Gweru filled thirty-one occurrence books with what he saw between dusk and dawn. From his example comes this modest invitation to anyone who says they are no writer. One page, one day, one cheap pen, and the patience to notice.',
  },
  {
    slug: 'after-the-argument',
    title: 'After the Argument',
    author: 'Tapiwa Gumbo',
    price: 0,
    categories: ['Relationship Coaching'],
    language: 'en',
    subjects: ['forgiveness', 'marriage', 'anger', 'reconciliation'],
    coverAlt: 'Two steaming cups stand on either side of a jagged black crack between a blue and an orange half',
    description:
      'Every couple knows how an argument starts. Fewer have been taught what to do at nine o’clock that night, with the pot gone cold and the lights out. Seven short chapters from Gweru and beyond, for husbands and wives who would like to find their way back.',
  },
].map((book) => ({
  ...book,
  coverImage: `covers/${book.slug}.webp`,
  pdf: `books/${book.slug}.pdf`,
  ...(WITH_EPUB.includes(book.slug) && { epub: `books/${book.slug}.epub` }),
  ...(WITH_AUDIO.includes(book.slug) && { audio: `audio/${book.slug}.zip`, contributors: 'Tapiwa Gumbo (narrator)' }),
}))
